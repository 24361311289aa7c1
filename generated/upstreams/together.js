// Made by the generator from spec/. Do not edit.
export const mapping = {
 "protocol": "together",
 "title": "Together AI",
 "baseUrl": "https://api.together.ai/v2",
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
     "/videos"
    ]
   },
   "submitPaths": [],
   "encoding": "json",
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
      "seconds"
     ],
     "from": {
      "kind": "parameter",
      "name": "duration"
     },
     "when": [],
     "template": {
      "value": "",
      "holes": [
       {
        "at": [],
        "whole": false,
        "prefix": "",
        "suffix": ""
       }
      ]
     }
    },
    {
     "to": [
      "ratio"
     ],
     "from": {
      "kind": "parameter",
      "name": "aspect_ratio"
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
     "when": []
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
    },
    {
     "to": [
      "media",
      "frame_images",
      "-"
     ],
     "from": {
      "kind": "each",
      "name": "first_image"
     },
     "when": [],
     "template": {
      "value": {
       "input_image": "{value}",
       "frame": "first"
      },
      "holes": [
       {
        "at": [
         "input_image"
        ],
        "whole": true,
        "prefix": "",
        "suffix": ""
       }
      ]
     },
     "maximumItems": 1,
     "forms": [
      "url"
     ]
    },
    {
     "to": [
      "media",
      "frame_images",
      "-"
     ],
     "from": {
      "kind": "each",
      "name": "last_image"
     },
     "when": [],
     "template": {
      "value": {
       "input_image": "{value}",
       "frame": "last"
      },
      "holes": [
       {
        "at": [
         "input_image"
        ],
        "whole": true,
        "prefix": "",
        "suffix": ""
       }
      ]
     },
     "maximumItems": 1,
     "forms": [
      "url"
     ]
    },
    {
     "to": [
      "media",
      "reference_images",
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
      "media",
      "reference_videos",
      "-"
     ],
     "from": {
      "kind": "each",
      "name": "reference_videos"
     },
     "when": [],
     "template": {
      "value": {
       "video": "{value}"
      },
      "holes": [
       {
        "at": [
         "video"
        ],
        "whole": true,
        "prefix": "",
        "suffix": ""
       }
      ]
     },
     "forms": [
      "url"
     ]
    },
    {
     "to": [
      "media",
      "audio_inputs",
      "-"
     ],
     "from": {
      "kind": "each",
      "name": "reference_audios"
     },
     "when": [],
     "forms": [
      "url"
     ]
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
     "reason": "each image says which frame it is",
     "values": [
      "frame"
     ]
    }
   ],
   "needs": {},
   "lacks": {
    "watermark": "it has no parameter for a watermark",
    "tools": "it has no tool configuration"
   },
   "id": [
    "id"
   ],
   "query": {
    "method": "GET",
    "path": [
     "/videos/",
     {
      "variable": "id"
     }
    ]
   },
   "answer": {
    "status": {
     "at": [
      "status"
     ],
     "states": {
      "in_progress": "processing",
      "completed": "completed",
      "failed": "failed"
     },
     "cases": []
    },
    "results": [
     {
      "kind": "url",
      "at": [
       "outputs",
       "video_url"
      ],
      "list": false
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
    "seconds": [
     "seconds"
    ],
    "secondsAsText": true,
    "usage": [
     {
      "at": [
       "outputs",
       "cost"
      ],
      "unit": "cost"
     }
    ]
   },
   "told": [
    {
     "at": [
      "object"
     ],
     "in": "both",
     "from": {
      "kind": "constant",
      "value": "video"
     }
    },
    {
     "at": [
      "model"
     ],
     "in": "both",
     "from": {
      "kind": "model"
     }
    },
    {
     "at": [
      "created_at"
     ],
     "in": "both",
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
    "message"
   ],
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
 "rateLimits": {
  "headers": {
   "limit": "x-ratelimit-limit",
   "remaining": "x-ratelimit-remaining",
   "reset": "x-ratelimit-reset",
   "resetAs": "duration"
  }
 }
}
