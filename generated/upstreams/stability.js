// Made by the generator from spec/. Do not edit.
export const mapping = {
 "protocol": "stability",
 "title": "Stability AI",
 "baseUrl": "https://api.stability.ai",
 "authentication": {
  "in": "header",
  "name": "Authorization",
  "prefix": "Bearer "
 },
 "deadlineSeconds": 86400,
 "pollSeconds": 10,
 "operations": {
  "image": {
   "submit": {
    "method": "POST",
    "path": [
     "/v2beta/stable-image/",
     {
      "variable": "model"
     }
    ],
    "headers": {
     "accept": [
      "image/*"
     ]
    }
   },
   "submitPaths": [],
   "encoding": "form",
   "rows": [
    {
     "to": [
      "prompt"
     ],
     "from": {
      "kind": "parameter",
      "name": "prompt"
     },
     "when": [],
     "maximumLength": 10000
    },
    {
     "to": [
      "aspect_ratio"
     ],
     "from": {
      "kind": "parameter",
      "name": "aspect_ratio"
     },
     "when": [
      {
       "kind": "except-model",
       "prefixes": [
        "control/sketch",
        "control/structure",
        "upscale/"
       ]
      }
     ],
     "values": [
      [
       "16:9",
       "16:9"
      ],
      [
       "1:1",
       "1:1"
      ],
      [
       "21:9",
       "21:9"
      ],
      [
       "2:3",
       "2:3"
      ],
      [
       "3:2",
       "3:2"
      ],
      [
       "9:16",
       "9:16"
      ]
     ]
    },
    {
     "to": [
      "image"
     ],
     "from": {
      "kind": "each",
      "name": "reference_images"
     },
     "when": [
      {
       "kind": "model",
       "prefixes": [
        "control/",
        "upscale/"
       ]
      }
     ],
     "file": true,
     "forms": [
      "url",
      "data"
     ]
    }
   ],
   "drops": [],
   "needs": {},
   "lacks": {
    "aspect_ratio": "these models make the image as wide and as high as the one they are given",
    "reference_images": "only its models control/… and upscale/… take an image",
    "resolution": "each of its models has one",
    "size": "it takes an aspect ratio",
    "watermark": "it has no parameter for a watermark"
   },
   "answer": {
    "results": [
     {
      "kind": "body"
     },
     {
      "kind": "base64",
      "at": [
       "image"
      ],
      "contentType": "image/png"
     }
    ],
    "message": [
     [
      "errors",
      "0"
     ]
    ],
    "code": [
     [
      "name"
     ]
    ],
    "usage": []
   },
   "told": [
    {
     "at": [
      "finish_reason"
     ],
     "in": "submit",
     "from": {
      "kind": "constant",
      "value": "SUCCESS"
     }
    }
   ]
  }
 },
 "errors": {
  "message": [
   [
    "errors",
    "0"
   ]
  ],
  "code": [
   [
    "name"
   ]
  ],
  "proofs": [
   {
    "from": 401,
    "to": 401,
    "proves": "credentials"
   },
   {
    "from": 402,
    "to": 402,
    "proves": "payment"
   },
   {
    "from": 403,
    "to": 403,
    "proves": "rejected",
    "codes": [
     "content_moderation"
    ]
   },
   {
    "from": 404,
    "to": 404,
    "proves": "unknown-model"
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
    "from": 500,
    "to": 599,
    "proves": "may-exist"
   }
  ]
 },
 "probe": {
  "path": [
   "/v1/user/balance"
  ],
  "accepted": [
   200
  ]
 },
 "modelProbe": {
  "untestable": "a model is a path, which answers only a submit"
 }
}
