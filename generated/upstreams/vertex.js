// Made by the generator from spec/. Do not edit.
export const mapping = {
 "protocol": "vertex",
 "title": "Vertex AI",
 "baseUrl": "https://us-central1-aiplatform.googleapis.com/v1/projects/my-project/locations/us-central1",
 "authentication": {
  "in": "header",
  "name": "Authorization",
  "prefix": "Bearer ",
  "token": {
   "by": "google-service-account",
   "scope": "https://www.googleapis.com/auth/cloud-platform"
  }
 },
 "deadlineSeconds": 86400,
 "pollSeconds": 10,
 "operations": {
  "video": {
   "submit": {
    "method": "POST",
    "path": [
     "/publishers/google/models/",
     {
      "variable": "model"
     },
     ":predictLongRunning"
    ]
   },
   "submitPaths": [],
   "encoding": "json",
   "rows": [
    {
     "to": [
      "instances",
      "0",
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
      "instances",
      "0",
      "image"
     ],
     "from": {
      "kind": "each",
      "name": "first_image"
     },
     "when": [],
     "template": {
      "value": {
       "bytesBase64Encoded": "{base64}",
       "mimeType": "{mediaType}"
      },
      "holes": [
       {
        "at": [
         "bytesBase64Encoded"
        ],
        "whole": true,
        "prefix": "",
        "suffix": "",
        "part": "base64"
       },
       {
        "at": [
         "mimeType"
        ],
        "whole": true,
        "prefix": "",
        "suffix": "",
        "part": "mediaType"
       }
      ]
     },
     "forms": [
      "data"
     ]
    },
    {
     "to": [
      "instances",
      "0",
      "lastFrame"
     ],
     "from": {
      "kind": "each",
      "name": "last_image"
     },
     "when": [],
     "template": {
      "value": {
       "bytesBase64Encoded": "{base64}",
       "mimeType": "{mediaType}"
      },
      "holes": [
       {
        "at": [
         "bytesBase64Encoded"
        ],
        "whole": true,
        "prefix": "",
        "suffix": "",
        "part": "base64"
       },
       {
        "at": [
         "mimeType"
        ],
        "whole": true,
        "prefix": "",
        "suffix": "",
        "part": "mediaType"
       }
      ]
     },
     "forms": [
      "data"
     ]
    },
    {
     "to": [
      "instances",
      "0",
      "referenceImages",
      "-"
     ],
     "from": {
      "kind": "each",
      "name": "reference_images"
     },
     "when": [
      {
       "kind": "absent",
       "parameters": [
        "first_image",
        "last_image"
       ]
      }
     ],
     "template": {
      "value": {
       "image": {
        "bytesBase64Encoded": "{base64}",
        "mimeType": "{mediaType}"
       },
       "referenceType": "asset"
      },
      "holes": [
       {
        "at": [
         "image",
         "bytesBase64Encoded"
        ],
        "whole": true,
        "prefix": "",
        "suffix": "",
        "part": "base64"
       },
       {
        "at": [
         "image",
         "mimeType"
        ],
        "whole": true,
        "prefix": "",
        "suffix": "",
        "part": "mediaType"
       }
      ]
     },
     "maximumItems": 3,
     "forms": [
      "data"
     ]
    },
    {
     "to": [
      "parameters",
      "storageUri"
     ],
     "from": {
      "kind": "results-folder"
     },
     "when": []
    },
    {
     "to": [
      "parameters",
      "sampleCount"
     ],
     "from": {
      "kind": "constant",
      "value": 1
     },
     "when": []
    },
    {
     "to": [
      "parameters",
      "aspectRatio"
     ],
     "from": {
      "kind": "parameter",
      "name": "aspect_ratio"
     },
     "when": [],
     "values": [
      [
       "16:9",
       "16:9"
      ],
      [
       "9:16",
       "9:16"
      ]
     ]
    },
    {
     "to": [
      "parameters",
      "resolution"
     ],
     "from": {
      "kind": "parameter",
      "name": "resolution"
     },
     "when": [],
     "values": [
      [
       "720p",
       "720p"
      ],
      [
       "720P",
       "720p"
      ],
      [
       "1080p",
       "1080p"
      ],
      [
       "1080P",
       "1080p"
      ]
     ]
    },
    {
     "to": [
      "parameters",
      "durationSeconds"
     ],
     "from": {
      "kind": "parameter",
      "name": "duration"
     },
     "when": []
    },
    {
     "to": [
      "parameters",
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
      "parameters",
      "generateAudio"
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
    "watermark": "it has no parameter for a watermark",
    "reference_images": "it takes reference images only without frames",
    "reference_videos": "it takes images as references",
    "reference_audios": "it takes no sounds",
    "tools": "it has no tool configuration"
   },
   "id": [
    "name"
   ],
   "idForm": {
    "before": [
     "publishers/google/models/",
     "/operations/"
    ]
   },
   "query": {
    "method": "POST",
    "path": [
     "/publishers/google/models/",
     {
      "variable": "model"
     },
     ":fetchPredictOperation"
    ],
    "body": [
     {
      "to": [
       "operationName"
      ],
      "from": {
       "kind": "id"
      }
     }
    ]
   },
   "answer": {
    "status": {
     "at": [
      "done"
     ],
     "states": {
      "true": "completed",
      "false": "processing"
     },
     "writtenAs": "boolean",
     "absent": "processing",
     "cases": [
      {
       "when": [
        {
         "at": [
          "done"
         ],
         "is": [
          true
         ]
        },
        {
         "at": [
          "error"
         ],
         "present": true
        }
       ],
       "means": "failed"
      },
      {
       "when": [
        {
         "at": [
          "response",
          "raiMediaFilteredReasons",
          "0"
         ],
         "present": true
        },
        {
         "at": [
          "response",
          "videos",
          "0",
          "bytesBase64Encoded"
         ],
         "present": false
        },
        {
         "at": [
          "response",
          "videos",
          "0",
          "gcsUri"
         ],
         "present": false
        }
       ],
       "means": "failed"
      }
     ]
    },
    "results": [
     {
      "kind": "base64",
      "at": [
       "response",
       "videos",
       "-",
       "bytesBase64Encoded"
      ],
      "contentType": "video/mp4"
     },
     {
      "kind": "object",
      "at": [
       "response",
       "videos",
       "0",
       "gcsUri"
      ],
      "file": ""
     }
    ],
    "message": [
     [
      "error",
      "message"
     ],
     [
      "response",
      "raiMediaFilteredReasons",
      "0"
     ]
    ],
    "code": [
     [
      "error",
      "status"
     ]
    ],
    "usage": []
   },
   "told": []
  }
 },
 "errors": {
  "message": [
   [
    "error",
    "message"
   ]
  ],
  "code": [
   [
    "error",
    "status"
   ]
  ],
  "proofs": [
   {
    "from": 403,
    "to": 403,
    "proves": "credentials"
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
    "from": 409,
    "to": 409,
    "proves": "may-exist"
   },
   {
    "from": 429,
    "to": 429,
    "proves": "busy"
   },
   {
    "from": 499,
    "to": 499,
    "proves": "may-exist"
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
 }
}
