// Made by the generator from spec/. Do not edit.
export const mapping = {
 "protocol": "wavespeed",
 "title": "WaveSpeed",
 "baseUrl": "https://api.wavespeed.ai",
 "authentication": {
  "in": "header",
  "name": "Authorization",
  "prefix": "Bearer "
 },
 "deadlineSeconds": 86400,
 "pollSeconds": 5,
 "operations": {
  "video": {
   "submit": {
    "method": "POST",
    "path": [
     "/api/v3/",
     {
      "variable": "model"
     }
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
      "image"
     ],
     "from": {
      "kind": "each",
      "name": "first_image"
     },
     "when": [],
     "forms": [
      "url"
     ]
    },
    {
     "to": [
      "last_image"
     ],
     "from": {
      "kind": "each",
      "name": "last_image"
     },
     "when": [],
     "forms": [
      "url"
     ]
    },
    {
     "to": [
      "images",
      "-"
     ],
     "from": {
      "kind": "each",
      "name": "reference_images"
     },
     "when": [],
     "forms": [
      "url"
     ]
    },
    {
     "to": [
      "aspect_ratio"
     ],
     "from": {
      "kind": "parameter",
      "name": "aspect_ratio"
     },
     "when": []
    },
    {
     "to": [
      "duration"
     ],
     "from": {
      "kind": "parameter",
      "name": "duration"
     },
     "when": []
    },
    {
     "to": [
      "resolution"
     ],
     "from": {
      "kind": "parameter",
      "name": "resolution"
     },
     "when": [],
     "values": [
      [
       "480p",
       "480p"
      ],
      [
       "720p",
       "720p"
      ],
      [
       "1080p",
       "1080p"
      ]
     ]
    },
    {
     "to": [
      "seed"
     ],
     "from": {
      "kind": "parameter",
      "name": "seed"
     },
     "when": []
    },
    {
     "to": [
      "generate_audio"
     ],
     "from": {
      "kind": "parameter",
      "name": "generate_audio"
     },
     "when": []
    }
   ],
   "drops": [
    {
     "parameter": "reference_mode",
     "when": [
      {
       "kind": "given",
       "parameters": [
        "first_image",
        "last_image"
       ]
      }
     ],
     "reason": "the name of each image says so",
     "values": [
      "frame"
     ]
    }
   ],
   "needs": {},
   "lacks": {
    "watermark": "its models have no parameter for a watermark",
    "tools": "it has no tool configuration"
   },
   "id": [
    "data",
    "id"
   ],
   "query": {
    "method": "GET",
    "path": [
     "/api/v3/predictions/",
     {
      "variable": "id"
     },
     "/result"
    ]
   },
   "answer": {
    "status": {
     "at": [
      "data",
      "status"
     ],
     "states": {
      "created": "queued",
      "processing": "processing",
      "completed": "completed",
      "failed": "failed",
      "cancelled": "cancelled",
      "timeout": "expired",
      "deleted": "unknown"
     },
     "cases": []
    },
    "results": [
     {
      "kind": "url",
      "at": [
       "data",
       "outputs"
      ],
      "list": true
     }
    ],
    "message": [
     [
      "data",
      "error"
     ]
    ],
    "code": [],
    "usage": []
   },
   "told": [
    {
     "at": [
      "code"
     ],
     "in": "both",
     "from": {
      "kind": "constant",
      "value": 200
     }
    },
    {
     "at": [
      "message"
     ],
     "in": "both",
     "from": {
      "kind": "constant",
      "value": "success"
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
    "code"
   ]
  ],
  "proofs": [
   {
    "from": 200,
    "to": 299,
    "proves": "may-exist"
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
  ],
  "inside": {
   "at": [
    "code"
   ],
   "unless": [
    200
   ]
  }
 }
}
