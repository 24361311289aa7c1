// Made by the generator from spec/. Do not edit.
export const mapping = {
 "protocol": "azure",
 "title": "Azure OpenAI",
 "baseUrl": "https://my-resource.openai.azure.com/openai",
 "authentication": {
  "in": "header",
  "name": "api-key",
  "prefix": ""
 },
 "deadlineSeconds": 86400,
 "pollSeconds": 10,
 "operations": {
  "image": {
   "submit": {
    "method": "POST",
    "path": [
     "/deployments/",
     {
      "variable": "model"
     },
     "/images/generations?api-version=2025-04-01-preview"
    ]
   },
   "submitPaths": [
    {
     "when": [
      {
       "kind": "given",
       "parameters": [
        "reference_images"
       ]
      }
     ],
     "path": [
      "/deployments/",
      {
       "variable": "model"
      },
      "/images/edits?api-version=2025-04-01-preview"
     ],
     "encoding": "form"
    }
   ],
   "encoding": "json",
   "ignored": [
    [
     "user"
    ],
    [
     "safety_identifier"
    ]
   ],
   "implied": [
    {
     "at": [
      "n"
     ],
     "is": [
      1,
      "1"
     ]
    },
    {
     "at": [
      "size"
     ],
     "is": [
      "auto"
     ]
    },
    {
     "at": [
      "quality"
     ],
     "is": [
      "auto"
     ]
    },
    {
     "at": [
      "background"
     ],
     "is": [
      "auto"
     ]
    },
    {
     "at": [
      "moderation"
     ],
     "is": [
      "auto"
     ]
    },
    {
     "at": [
      "stream"
     ],
     "is": [
      false,
      "false"
     ]
    }
   ],
   "rows": [
    {
     "to": [
      "model"
     ],
     "from": {
      "kind": "model"
     },
     "when": []
    },
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
      "image",
      "-"
     ],
     "from": {
      "kind": "each",
      "name": "reference_images"
     },
     "when": [],
     "file": true,
     "maximumItems": 16,
     "forms": [
      "url",
      "data"
     ],
     "also": [
      [
       "image"
      ]
     ]
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
     "when": [
      {
       "kind": "absent",
       "parameters": [
        "size"
       ]
      }
     ],
     "values": [
      [
       "2K 1:1",
       "2048x2048"
      ],
      [
       "2K 3:2",
       "2048x1360"
      ],
      [
       "2K 2:3",
       "1360x2048"
      ],
      [
       "2K 4:3",
       "2048x1536"
      ],
      [
       "2K 3:4",
       "1536x2048"
      ],
      [
       "2K 16:9",
       "2048x1152"
      ],
      [
       "2K 9:16",
       "1152x2048"
      ],
      [
       "4K 16:9",
       "3840x2160"
      ],
      [
       "4K 9:16",
       "2160x3840"
      ]
     ]
    },
    {
     "to": [
      "size"
     ],
     "from": {
      "kind": "parameter",
      "name": "size"
     },
     "when": []
    },
    {
     "to": [
      "n"
     ],
     "from": {
      "kind": "parameter",
      "name": "n",
      "quantity": "outputs"
     },
     "when": []
    }
   ],
   "drops": [],
   "needs": {},
   "lacks": {
    "resolution": "it takes a size in pixels",
    "aspect_ratio": "it takes a size in pixels",
    "watermark": "it has no parameter for a watermark"
   },
   "answer": {
    "results": [
     {
      "kind": "url",
      "at": [
       "data",
       "-",
       "url"
      ],
      "list": false,
      "asked": {
       "at": [
        "response_format"
       ],
       "is": "url",
       "models": []
      }
     },
     {
      "kind": "base64",
      "at": [
       "data",
       "-",
       "b64_json"
      ],
      "contentType": "image/png",
      "asked": {
       "at": [
        "response_format"
       ],
       "is": "b64_json",
       "models": [
        "gpt-image",
        "chatgpt-image"
       ]
      }
     }
    ],
    "message": [
     [
      "error",
      "message"
     ]
    ],
    "code": [
     [
      "error",
      "code"
     ]
    ],
    "usage": []
   },
   "told": [
    {
     "at": [
      "created"
     ],
     "in": "submit",
     "from": {
      "kind": "created"
     }
    }
   ]
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
    "code"
   ]
  ],
  "proofs": [
   {
    "from": 404,
    "to": 404,
    "proves": "unknown-model",
    "codes": [
     "DeploymentNotFound"
    ]
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
   "/models?api-version=2025-04-01-preview"
  ],
  "accepted": [
   200
  ]
 },
 "modelProbe": {
  "untestable": "a model is a deployment, which its list of models does not have"
 },
 "rateLimits": {
  "headers": {
   "limit": "x-ratelimit-limit-requests",
   "remaining": "x-ratelimit-remaining-requests",
   "reset": "x-ratelimit-reset-requests",
   "resetAs": "duration"
  }
 }
}
