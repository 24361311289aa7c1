// Made by the generator from spec/. Do not edit.
export const mapping = {
 "protocol": "xai",
 "title": "xAI",
 "baseUrl": "https://api.x.ai/v1",
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
     "/videos/generations"
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
      "resolution"
     ],
     "from": {
      "kind": "parameter",
      "name": "resolution"
     },
     "when": [
      {
       "kind": "absent",
       "parameters": [
        "reference_images",
        "reference_audios"
       ]
      }
     ],
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
      "resolution"
     ],
     "from": {
      "kind": "parameter",
      "name": "resolution"
     },
     "when": [
      {
       "kind": "given",
       "parameters": [
        "reference_images",
        "reference_audios"
       ]
      }
     ],
     "values": [
      [
       "480p",
       "480p"
      ],
      [
       "720p",
       "720p"
      ]
     ]
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
      "image"
     ],
     "from": {
      "kind": "each",
      "name": "first_image"
     },
     "when": [],
     "template": {
      "value": {
       "url": "{value}"
      },
      "holes": [
       {
        "at": [
         "url"
        ],
        "whole": true,
        "prefix": "",
        "suffix": ""
       }
      ]
     },
     "forms": [
      "url",
      "data"
     ]
    },
    {
     "to": [
      "last_frame"
     ],
     "from": {
      "kind": "each",
      "name": "last_image"
     },
     "when": [
      {
       "kind": "model",
       "prefixes": [
        "grok-imagine-video-1.5"
       ]
      }
     ],
     "template": {
      "value": {
       "url": "{value}"
      },
      "holes": [
       {
        "at": [
         "url"
        ],
        "whole": true,
        "prefix": "",
        "suffix": ""
       }
      ]
     },
     "forms": [
      "url",
      "data"
     ]
    },
    {
     "to": [
      "reference_images",
      "-"
     ],
     "from": {
      "kind": "each",
      "name": "reference_images"
     },
     "when": [],
     "template": {
      "value": {
       "url": "{value}"
      },
      "holes": [
       {
        "at": [
         "url"
        ],
        "whole": true,
        "prefix": "",
        "suffix": ""
       }
      ]
     },
     "forms": [
      "url",
      "data"
     ]
    },
    {
     "to": [
      "reference_audios",
      "-"
     ],
     "from": {
      "kind": "each",
      "name": "reference_audios"
     },
     "when": [],
     "template": {
      "value": {
       "url": "{value}"
      },
      "holes": [
       {
        "at": [
         "url"
        ],
        "whole": true,
        "prefix": "",
        "suffix": ""
       }
      ]
     },
     "maximumItems": 3,
     "forms": [
      "url",
      "data"
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
     "reason": "the name of each image says so",
     "values": [
      "frame"
     ]
    }
   ],
   "needs": {},
   "lacks": {
    "watermark": "it has no parameter for a watermark",
    "seed": "its video models take no seed",
    "last_image": "only grok-imagine-video-1.5 takes a last frame",
    "reference_videos": "it takes images and sounds as references",
    "tools": "it has no tool configuration"
   },
   "id": [
    "request_id"
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
      "pending": "processing",
      "done": "completed",
      "failed": "failed",
      "expired": "expired"
     },
     "absent": "processing",
     "cases": [
      {
       "when": [
        {
         "at": [
          "video",
          "respect_moderation"
         ],
         "is": [
          false
         ]
        }
       ],
       "means": "failed"
      },
      {
       "when": [
        {
         "at": [
          "status"
         ],
         "present": false
        },
        {
         "at": [
          "video",
          "url"
         ],
         "present": true
        }
       ],
       "means": "completed"
      }
     ]
    },
    "results": [
     {
      "kind": "url",
      "at": [
       "video",
       "url"
      ],
      "list": false
     },
     {
      "kind": "url",
      "at": [
       "video",
       "file_output",
       "public_url"
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
     "video",
     "duration"
    ],
    "usage": [
     {
      "at": [
       "usage",
       "cost_in_usd_ticks"
      ],
      "unit": "USD ticks"
     }
    ]
   },
   "told": []
  }
 },
 "errors": {
  "message": [
   [
    "error",
    "message"
   ],
   [
    "error"
   ]
  ],
  "code": [
   [
    "error",
    "code"
   ],
   [
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
 }
}
