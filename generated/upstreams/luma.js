// Made by the generator from spec/. Do not edit.
export const mapping = {
 "protocol": "luma",
 "title": "Luma",
 "baseUrl": "https://api.lumalabs.ai/dream-machine/v1",
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
     "/generations/video"
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
      "keyframes",
      "frame0"
     ],
     "from": {
      "kind": "each",
      "name": "first_image"
     },
     "when": [],
     "template": {
      "value": {
       "type": "image",
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
      "url"
     ]
    },
    {
     "to": [
      "keyframes",
      "frame1"
     ],
     "from": {
      "kind": "each",
      "name": "last_image"
     },
     "when": [],
     "template": {
      "value": {
       "type": "image",
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
     "when": [],
     "values": [
      [
       "1:1",
       "1:1"
      ],
      [
       "16:9",
       "16:9"
      ],
      [
       "9:16",
       "9:16"
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
      ],
      [
       "9:21",
       "9:21"
      ]
     ]
    },
    {
     "to": [
      "duration"
     ],
     "from": {
      "kind": "parameter",
      "name": "duration"
     },
     "when": [],
     "template": {
      "value": "{value}s",
      "holes": [
       {
        "at": [],
        "whole": false,
        "prefix": "",
        "suffix": "s"
       }
      ]
     }
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
       "720p",
       "720p"
      ],
      [
       "1080p",
       "1080p"
      ]
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
     "reason": "the names of the keyframes say so",
     "values": [
      "frame"
     ]
    }
   ],
   "needs": {},
   "lacks": {
    "watermark": "it has no parameter for a watermark",
    "seed": "it takes no seed",
    "generate_audio": "sound is a request of its own there"
   },
   "id": [
    "id"
   ],
   "query": {
    "method": "GET",
    "path": [
     "/generations/",
     {
      "variable": "id"
     }
    ]
   },
   "history": {
    "paths": [
     [
      "/generations"
     ]
    ],
    "items": [
     "generations"
    ],
    "within": [],
    "created": {
     "at": [
      "created_at"
     ],
     "as": "date"
    },
    "size": {
     "parameter": "limit",
     "most": 100
    },
    "next": {
     "by": "offset",
     "parameter": "offset",
     "more": [
      "has_more"
     ]
    }
   },
   "answer": {
    "status": {
     "at": [
      "state"
     ],
     "states": {
      "queued": "queued",
      "dreaming": "processing",
      "completed": "completed",
      "failed": "failed"
     },
     "cases": []
    },
    "results": [
     {
      "kind": "url",
      "at": [
       "assets",
       "video"
      ],
      "list": false
     }
    ],
    "message": [
     [
      "failure_reason"
     ]
    ],
    "code": [],
    "usage": []
   },
   "told": []
  },
  "image": {
   "submit": {
    "method": "POST",
    "path": [
     "/generations/image"
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
      "image_ref",
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
     "when": [],
     "values": [
      [
       "1:1",
       "1:1"
      ],
      [
       "16:9",
       "16:9"
      ],
      [
       "9:16",
       "9:16"
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
    }
   ],
   "drops": [],
   "needs": {},
   "lacks": {
    "size": "it takes an aspect ratio",
    "watermark": "it has no parameter for a watermark"
   },
   "id": [
    "id"
   ],
   "query": {
    "method": "GET",
    "path": [
     "/generations/",
     {
      "variable": "id"
     }
    ]
   },
   "history": {
    "paths": [
     [
      "/generations"
     ]
    ],
    "items": [
     "generations"
    ],
    "within": [],
    "created": {
     "at": [
      "created_at"
     ],
     "as": "date"
    },
    "size": {
     "parameter": "limit",
     "most": 100
    },
    "next": {
     "by": "offset",
     "parameter": "offset",
     "more": [
      "has_more"
     ]
    }
   },
   "answer": {
    "status": {
     "at": [
      "state"
     ],
     "states": {
      "queued": "queued",
      "dreaming": "processing",
      "completed": "completed",
      "failed": "failed"
     },
     "cases": []
    },
    "results": [
     {
      "kind": "url",
      "at": [
       "assets",
       "image"
      ],
      "list": false
     }
    ],
    "message": [
     [
      "failure_reason"
     ]
    ],
    "code": [],
    "usage": []
   },
   "told": []
  }
 },
 "errors": {
  "message": [
   [
    "detail"
   ]
  ],
  "code": [],
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
 "probe": {
  "path": [
   "/credits"
  ],
  "accepted": [
   200
  ]
 },
 "webhooks": {
  "url": {
   "in": "body",
   "at": [
    "callback_url"
   ]
  },
  "beside": [],
  "told": []
 }
}
