// Made by the generator from spec/. Do not edit.
export const mapping = {
 "protocol": "openrouter",
 "title": "OpenRouter",
 "baseUrl": "https://openrouter.ai/api/v1",
 "authentication": {
  "in": "header",
  "name": "Authorization",
  "prefix": "Bearer "
 },
 "deadlineSeconds": 86400,
 "pollSeconds": 10,
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
   "submitStatus": 202,
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
       "768p",
       "768p"
      ],
      [
       "1080p",
       "1080p"
      ],
      [
       "480P",
       "480p"
      ],
      [
       "720P",
       "720p"
      ],
      [
       "1080P",
       "1080p"
      ]
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
       "16:9",
       "16:9"
      ],
      [
       "9:16",
       "9:16"
      ],
      [
       "1:1",
       "1:1"
      ],
      [
       "4:3",
       "4:3"
      ],
      [
       "3:4",
       "3:4"
      ],
      [
       "3:2",
       "3:2"
      ],
      [
       "2:3",
       "2:3"
      ],
      [
       "21:9",
       "21:9"
      ],
      [
       "9:21",
       "9:21"
      ]
     ]
    },
    {
     "to": [
      "aspect_ratio"
     ],
     "from": {
      "kind": "parameter",
      "name": "size"
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
      ],
      [
       "1:1",
       "1:1"
      ],
      [
       "4:3",
       "4:3"
      ],
      [
       "3:4",
       "3:4"
      ],
      [
       "21:9",
       "21:9"
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
    },
    {
     "to": [
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
       "type": "image_url",
       "image_url": {
        "url": "{value}"
       },
       "frame_type": "first_frame"
      },
      "holes": [
       {
        "at": [
         "image_url",
         "url"
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
       "type": "image_url",
       "image_url": {
        "url": "{value}"
       },
       "frame_type": "last_frame"
      },
      "holes": [
       {
        "at": [
         "image_url",
         "url"
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
      "input_references",
      "-"
     ],
     "from": {
      "kind": "each",
      "name": "reference_images"
     },
     "when": [],
     "template": {
      "value": {
       "type": "image_url",
       "image_url": {
        "url": "{value}"
       }
      },
      "holes": [
       {
        "at": [
         "image_url",
         "url"
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
      "input_references",
      "-"
     ],
     "from": {
      "kind": "each",
      "name": "reference_videos"
     },
     "when": [],
     "template": {
      "value": {
       "type": "video_url",
       "video_url": {
        "url": "{value}"
       }
      },
      "holes": [
       {
        "at": [
         "video_url",
         "url"
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
      "input_references",
      "-"
     ],
     "from": {
      "kind": "each",
      "name": "reference_audios"
     },
     "when": [],
     "template": {
      "value": {
       "type": "audio_url",
       "audio_url": {
        "url": "{value}"
       }
      },
      "holes": [
       {
        "at": [
         "audio_url",
         "url"
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
    }
   ],
   "drops": [
    {
     "parameter": "reference_mode",
     "when": [
      {
       "kind": "absent",
       "parameters": [
        "first_image",
        "last_image"
       ]
      }
     ],
     "reason": "each reference says what it is",
     "values": [
      "image"
     ]
    },
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
    "tools": "it has no tool configuration",
    "aspect_ratio": "size says the ratio; leave it out",
    "reference_mode": "each image says what it is; leave it out"
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
      "pending": "queued",
      "in_progress": "processing",
      "completed": "completed",
      "failed": "failed",
      "cancelled": "cancelled",
      "expired": "expired"
     },
     "cases": []
    },
    "results": [
     {
      "kind": "content",
      "request": {
       "method": "GET",
       "path": [
        "/videos/",
        {
         "variable": "id"
        },
        "/content"
       ]
      }
     },
     {
      "kind": "url",
      "at": [
       "unsigned_urls"
      ],
      "list": true
     }
    ],
    "message": [
     [
      "error"
     ]
    ],
    "code": [],
    "usage": [
     {
      "at": [
       "usage",
       "cost"
      ],
      "unit": "USD"
     }
    ]
   },
   "told": [
    {
     "at": [
      "polling_url"
     ],
     "in": "both",
     "from": {
      "kind": "link",
      "request": {
       "method": "GET",
       "path": [
        "/videos/",
        {
         "variable": "id"
        }
       ]
      }
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
  "code": [],
  "status": [
   "error",
   "code"
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
   "/key"
  ],
  "accepted": [
   200
  ]
 },
 "modelProbe": {
  "path": [
   "/models?output_modalities=video"
  ],
  "names": [
   "data",
   "-",
   "id"
  ],
  "told": [],
  "except": []
 },
 "rateLimits": {
  "headers": {
   "limit": "X-RateLimit-Limit",
   "remaining": "X-RateLimit-Remaining",
   "reset": "X-RateLimit-Reset",
   "resetAs": "epoch-milliseconds"
  }
 },
 "webhooks": {
  "url": {
   "in": "body",
   "at": [
    "callback_url"
   ]
  },
  "beside": [],
  "signature": {
   "algorithm": "hmac-sha256",
   "in": {
    "header": "x-openrouter-signature",
    "separator": ",",
    "prefix": "v1="
   },
   "encoding": "hex",
   "signed": [
    {
     "is": "timestamp"
    },
    ",",
    {
     "is": "body"
    }
   ],
   "time": {
    "in": {
     "header": "x-openrouter-signature",
     "separator": ",",
     "prefix": "t="
    },
    "unit": "seconds",
    "toleranceSeconds": 300
   },
   "key": {
    "by": "setting",
    "form": {
     "prefix": "",
     "encoding": "text"
    }
   }
  },
  "told": [
   {
    "at": [
     "data",
     "id"
    ],
    "fact": "id"
   }
  ]
 }
}
