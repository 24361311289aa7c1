// Made by the generator from spec/. Do not edit.
export const mapping = {
 "protocol": "veo",
 "title": "Veo (Gemini API)",
 "baseUrl": "https://generativelanguage.googleapis.com/v1beta",
 "authentication": {
  "in": "header",
  "name": "x-goog-api-key",
  "prefix": ""
 },
 "deadlineSeconds": 86400,
 "pollSeconds": 10,
 "operations": {
  "video": {
   "submit": {
    "method": "POST",
    "path": [
     "/models/",
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
    },
    {
     "parameter": "generate_audio",
     "when": [],
     "reason": "its videos always have sound",
     "values": [
      true
     ]
    }
   ],
   "needs": {},
   "lacks": {
    "watermark": "it has no parameter for a watermark",
    "generate_audio": "its videos always have sound",
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
     "models/",
     "/operations/"
    ]
   },
   "query": {
    "method": "GET",
    "path": [
     "/",
     {
      "variable": "name"
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
          "generateVideoResponse",
          "raiMediaFilteredReasons",
          "0"
         ],
         "present": true
        },
        {
         "at": [
          "response",
          "generateVideoResponse",
          "generatedSamples",
          "0",
          "video",
          "uri"
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
      "kind": "url",
      "at": [
       "response",
       "generateVideoResponse",
       "generatedSamples",
       "-",
       "video",
       "uri"
      ],
      "list": false,
      "withKey": true
     }
    ],
    "message": [
     [
      "error",
      "message"
     ],
     [
      "response",
      "generateVideoResponse",
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
    "from": 400,
    "to": 400,
    "proves": "credentials",
    "says": [
     "api key"
    ]
   },
   {
    "from": 400,
    "to": 400,
    "proves": "payment",
    "codes": [
     "FAILED_PRECONDITION"
    ]
   },
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
 },
 "probe": {
  "path": [
   "/models"
  ],
  "accepted": [
   200
  ]
 },
 "modelProbe": {
  "path": [
   "/models/",
   {
    "variable": "model"
   }
  ],
  "names": [
   "name"
  ],
  "told": [],
  "except": []
 }
}
