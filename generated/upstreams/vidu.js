// Made by the generator from spec/. Do not edit.
export const mapping = {
 "protocol": "vidu",
 "title": "Vidu",
 "baseUrl": "https://api.vidu.com/ent/v2",
 "authentication": {
  "in": "header",
  "name": "Authorization",
  "prefix": "Token "
 },
 "deadlineSeconds": 172800,
 "pollSeconds": 5,
 "operations": {
  "video": {
   "submit": {
    "method": "POST",
    "path": [
     "/text2video"
    ]
   },
   "submitPaths": [
    {
     "when": [
      {
       "kind": "given",
       "parameters": [
        "last_image"
       ]
      }
     ],
     "path": [
      "/start-end2video"
     ]
    },
    {
     "when": [
      {
       "kind": "given",
       "parameters": [
        "first_image"
       ]
      }
     ],
     "path": [
      "/img2video"
     ]
    },
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
      "/reference2video"
     ]
    }
   ],
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
     "when": [],
     "maximumLength": 5000
    },
    {
     "to": [
      "images",
      "0"
     ],
     "from": {
      "kind": "each",
      "name": "first_image"
     },
     "when": [],
     "forms": [
      "url",
      "data"
     ]
    },
    {
     "to": [
      "images",
      "1"
     ],
     "from": {
      "kind": "each",
      "name": "last_image"
     },
     "when": [
      {
       "kind": "given",
       "parameters": [
        "first_image"
       ]
      }
     ],
     "forms": [
      "url",
      "data"
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
     "when": [
      {
       "kind": "absent",
       "parameters": [
        "first_image",
        "last_image"
       ]
      }
     ],
     "maximumItems": 7,
     "forms": [
      "url",
      "data"
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
     "minimum": 1,
     "maximum": 16
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
        "first_image",
        "last_image"
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
       "3:4",
       "3:4"
      ],
      [
       "4:3",
       "4:3"
      ]
     ]
    },
    {
     "to": [
      "audio"
     ],
     "from": {
      "kind": "parameter",
      "name": "generate_audio"
     },
     "when": [
      {
       "kind": "model",
       "prefixes": [
        "viduq3"
       ]
      }
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
     "reason": "the path says so",
     "values": [
      "frame"
     ]
    },
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
     "reason": "the path says so",
     "values": [
      "image"
     ]
    },
    {
     "parameter": "generate_audio",
     "when": [],
     "reason": "the other models make no sound",
     "values": [
      false
     ]
    },
    {
     "parameter": "watermark",
     "when": [],
     "reason": "the file that is stored has no watermark",
     "values": [
      false
     ]
    }
   ],
   "needs": {},
   "lacks": {
    "tools": "it has no tool configuration",
    "watermark": "a watermark is in a second file, which is not the result",
    "generate_audio": "models before Q3 make no sound",
    "aspect_ratio": "with a frame, the ratio is that of the image; leave it out",
    "last_image": "it takes a last frame only with a first one",
    "reference_images": "it cannot combine frames with references",
    "reference_videos": "the mapping uses images as references",
    "reference_audios": "it takes no sounds"
   },
   "id": [
    "task_id"
   ],
   "query": {
    "method": "GET",
    "path": [
     "/tasks/",
     {
      "variable": "id"
     },
     "/creations"
    ]
   },
   "cancel": {
    "method": "POST",
    "path": [
     "/tasks/",
     {
      "variable": "id"
     },
     "/cancel"
    ],
    "body": [
     {
      "to": [
       "id"
      ],
      "from": {
       "kind": "id"
      }
     }
    ],
    "from": [
     "created",
     "queueing"
    ],
    "proves": {
     "query": []
    }
   },
   "answer": {
    "status": {
     "at": [
      "state"
     ],
     "states": {
      "created": "queued",
      "queueing": "queued",
      "processing": "processing",
      "success": "completed",
      "failed": "failed"
     },
     "cases": [
      {
       "when": [
        {
         "at": [
          "state"
         ],
         "is": [
          "failed"
         ]
        },
        {
         "at": [
          "err_code"
         ],
         "is": [
          "UserCancelled"
         ]
        }
       ],
       "means": "cancelled"
      }
     ]
    },
    "results": [
     {
      "kind": "url",
      "at": [
       "creations",
       "-",
       "url"
      ],
      "list": false
     }
    ],
    "message": [],
    "code": [
     [
      "err_code"
     ]
    ],
    "usage": [
     {
      "at": [
       "credits"
      ],
      "unit": "credits"
     }
    ],
    "id": [
     "id"
    ]
   },
   "told": []
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
    "reason"
   ]
  ],
  "proofs": [
   {
    "from": 400,
    "to": 400,
    "proves": "payment",
    "codes": [
     "CreditInsufficient"
    ]
   },
   {
    "from": 400,
    "to": 400,
    "proves": "unknown-model",
    "codes": [
     "ModelUnavailable"
    ]
   },
   {
    "from": 400,
    "to": 400,
    "proves": "may-exist",
    "codes": [
     "OperationInProcess"
    ]
   },
   {
    "from": 401,
    "to": 401,
    "proves": "credentials"
   },
   {
    "from": 403,
    "to": 403,
    "proves": "credentials"
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
 "webhooks": {
  "url": {
   "in": "body",
   "at": [
    "callback_url"
   ]
  },
  "beside": [],
  "told": []
 },
 "cancelRules": {
  "queued": {
   "status": 200,
   "then": "cancelled",
   "body": {}
  },
  "processing": {
   "status": 400,
   "then": "refused",
   "error": {
    "code": "BadRequest",
    "message": "task state is scheduled, can not cancel"
   }
  },
  "ended": {
   "status": 400,
   "then": "refused",
   "error": {
    "code": "BadRequest",
    "message": "task state is success, can not cancel"
   }
  },
  "cancelled": {
   "status": 400,
   "then": "refused",
   "error": {
    "code": "BadRequest",
    "message": "task state is canceled, can not cancel"
   }
  }
 }
}
