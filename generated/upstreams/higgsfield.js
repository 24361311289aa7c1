// Made by the generator from spec/. Do not edit.
export const mapping = {
 "protocol": "higgsfield",
 "title": "Higgsfield",
 "baseUrl": "https://api.higgsfield.ai",
 "authentication": {
  "in": "header",
  "name": "Authorization",
  "prefix": "Key "
 },
 "deadlineSeconds": 86400,
 "pollSeconds": 2,
 "operations": {
  "video": {
   "submit": {
    "method": "POST",
    "path": [
     "/",
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
      "input_images",
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
       "image_url": "{value}"
      },
      "holes": [
       {
        "at": [
         "image_url"
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
    }
   ],
   "drops": [
    {
     "parameter": "reference_mode",
     "when": [
      {
       "kind": "given",
       "parameters": [
        "first_image"
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
    "generate_audio": "it has no parameter for sound",
    "last_image": "its package has no last frame",
    "reference_images": "it takes images only as frames",
    "reference_videos": "it takes images only as frames",
    "reference_audios": "it takes no sounds",
    "tools": "it has no tool configuration"
   },
   "id": [
    "request_id"
   ],
   "query": {
    "method": "GET",
    "path": [
     "/requests/",
     {
      "variable": "id"
     },
     "/status"
    ]
   },
   "cancel": {
    "method": "POST",
    "path": [
     "/requests/",
     {
      "variable": "id"
     },
     "/cancel"
    ],
    "from": [
     "queued"
    ],
    "proves": {
     "query": []
    }
   },
   "answer": {
    "status": {
     "at": [
      "status"
     ],
     "states": {
      "queued": "queued",
      "in_progress": "processing",
      "completed": "completed",
      "failed": "failed",
      "nsfw": "failed",
      "canceled": "cancelled"
     },
     "cases": []
    },
    "results": [
     {
      "kind": "url",
      "at": [
       "video",
       "url"
      ],
      "list": false
     }
    ],
    "message": [
     [
      "error"
     ]
    ],
    "code": [],
    "usage": []
   },
   "told": [
    {
     "at": [
      "status_url"
     ],
     "in": "both",
     "from": {
      "kind": "link",
      "request": {
       "method": "GET",
       "path": [
        "/requests/",
        {
         "variable": "id"
        },
        "/status"
       ]
      }
     }
    },
    {
     "at": [
      "cancel_url"
     ],
     "in": "both",
     "from": {
      "kind": "link",
      "request": {
       "method": "GET",
       "path": [
        "/requests/",
        {
         "variable": "id"
        },
        "/cancel"
       ]
      }
     }
    }
   ]
  },
  "image": {
   "submit": {
    "method": "POST",
    "path": [
     "/",
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
     "when": []
    },
    {
     "to": [
      "image_reference"
     ],
     "from": {
      "kind": "each",
      "name": "reference_images"
     },
     "when": [],
     "template": {
      "value": {
       "type": "image_url",
       "image_url": "{value}"
      },
      "holes": [
       {
        "at": [
         "image_url"
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
   "drops": [],
   "needs": {},
   "lacks": {
    "watermark": "it has no parameter for a watermark"
   },
   "id": [
    "request_id"
   ],
   "query": {
    "method": "GET",
    "path": [
     "/requests/",
     {
      "variable": "id"
     },
     "/status"
    ]
   },
   "cancel": {
    "method": "POST",
    "path": [
     "/requests/",
     {
      "variable": "id"
     },
     "/cancel"
    ],
    "from": [
     "queued"
    ],
    "proves": {
     "query": []
    }
   },
   "answer": {
    "status": {
     "at": [
      "status"
     ],
     "states": {
      "queued": "queued",
      "in_progress": "processing",
      "completed": "completed",
      "failed": "failed",
      "nsfw": "failed",
      "canceled": "cancelled"
     },
     "cases": []
    },
    "results": [
     {
      "kind": "url",
      "at": [
       "images",
       "-",
       "url"
      ],
      "list": false
     }
    ],
    "message": [
     [
      "error"
     ]
    ],
    "code": [],
    "usage": []
   },
   "told": [
    {
     "at": [
      "status_url"
     ],
     "in": "both",
     "from": {
      "kind": "link",
      "request": {
       "method": "GET",
       "path": [
        "/requests/",
        {
         "variable": "id"
        },
        "/status"
       ]
      }
     }
    },
    {
     "at": [
      "cancel_url"
     ],
     "in": "both",
     "from": {
      "kind": "link",
      "request": {
       "method": "GET",
       "path": [
        "/requests/",
        {
         "variable": "id"
        },
        "/cancel"
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
    "detail",
    "0",
    "msg"
   ],
   [
    "detail"
   ]
  ],
  "code": [],
  "proofs": [
   {
    "from": 403,
    "to": 403,
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
 "webhooks": {
  "url": {
   "in": "query",
   "name": "hf_webhook"
  },
  "beside": [],
  "told": []
 },
 "cancelRules": {
  "queued": {
   "status": 202,
   "then": "cancelled",
   "body": {}
  },
  "processing": {
   "status": 400,
   "then": "refused",
   "error": {
    "code": "bad_request",
    "message": "the request has already started and can no longer be canceled"
   }
  },
  "ended": {
   "status": 400,
   "then": "refused",
   "error": {
    "code": "bad_request",
    "message": "the request has already started and can no longer be canceled"
   }
  },
  "cancelled": {
   "status": 400,
   "then": "refused",
   "error": {
    "code": "bad_request",
    "message": "the request has already started and can no longer be canceled"
   }
  }
 }
}
