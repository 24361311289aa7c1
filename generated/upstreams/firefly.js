// Made by the generator from spec/. Do not edit.
export const mapping = {
 "protocol": "firefly",
 "title": "Adobe Firefly",
 "baseUrl": "https://firefly-api.adobe.io",
 "authentication": {
  "in": "header",
  "name": "Authorization",
  "prefix": "Bearer ",
  "token": {
   "by": "oauth-client",
   "url": "https://ims-na1.adobelogin.com/ims/token/v3",
   "scope": "firefly_api,ff_apis",
   "clientIn": "body",
   "clientHeader": "x-api-key"
  }
 },
 "deadlineSeconds": 86400,
 "pollSeconds": 10,
 "operations": {
  "image": {
   "submit": {
    "method": "POST",
    "path": [
     "/v3/images/generate"
    ]
   },
   "submitPaths": [],
   "encoding": "json",
   "rows": [
    {
     "to": [
      "prompt"
     ],
     "from": {
      "kind": "parameter",
      "name": "prompt"
     },
     "when": []
    },
    {
     "to": [
      "size"
     ],
     "from": {
      "kind": "joined",
      "names": [
       "resolution",
       "aspect_ratio"
      ]
     },
     "when": [],
     "values": [
      [
       "2K 1:1",
       {
        "width": 2048,
        "height": 2048
       }
      ],
      [
       "2K 4:3",
       {
        "width": 2304,
        "height": 1792
       }
      ],
      [
       "2K 3:4",
       {
        "width": 1792,
        "height": 2304
       }
      ],
      [
       "2K 16:9",
       {
        "width": 2688,
        "height": 1536
       }
      ]
     ]
    }
   ],
   "drops": [],
   "needs": {},
   "lacks": {
    "resolution": "it takes a width and a height",
    "aspect_ratio": "it takes a width and a height",
    "size": "the catalogue does not say what a size is",
    "reference_images": "it takes images from the hosts of three vendors alone",
    "watermark": "it has no parameter for a watermark"
   },
   "answer": {
    "results": [
     {
      "kind": "url",
      "at": [
       "outputs",
       "-",
       "image",
       "url"
      ],
      "list": false
     }
    ],
    "message": [
     [
      "message"
     ]
    ],
    "code": [
     [
      "error_code"
     ]
    ],
    "usage": []
   },
   "told": [
    {
     "at": [
      "size"
     ],
     "in": "submit",
     "from": {
      "kind": "constant",
      "value": {
       "width": 2048,
       "height": 2048
      }
     }
    }
   ]
  }
 },
 "errors": {
  "message": [
   [
    "message"
   ]
  ],
  "code": [
   [
    "error_code"
   ]
  ],
  "proofs": [
   {
    "from": 403,
    "to": 403,
    "proves": "credentials",
    "codes": [
     "access_error"
    ]
   },
   {
    "from": 408,
    "to": 408,
    "proves": "may-exist"
   },
   {
    "from": 429,
    "to": 429,
    "proves": "busy"
   },
   {
    "from": 400,
    "to": 499,
    "proves": "rejected"
   },
   {
    "from": 501,
    "to": 501,
    "proves": "rejected"
   },
   {
    "from": 500,
    "to": 599,
    "proves": "may-exist"
   }
  ]
 },
 "modelProbe": {
  "untestable": "requests name no model"
 }
}
