// Made by the generator from spec/. Do not edit.
export const mapping = {
 "protocol": "replicate",
 "title": "Replicate",
 "baseUrl": "https://api.replicate.com/v1",
 "authentication": {
  "in": "header",
  "name": "Authorization",
  "prefix": "Bearer "
 },
 "deadlineSeconds": 86400,
 "pollSeconds": 5,
 "upload": {
  "request": {
   "method": "POST",
   "path": [
    "/files"
   ]
  },
  "field": "content",
  "reference": [
   "urls",
   "get"
  ]
 },
 "operations": {
  "video": {
   "submit": {
    "method": "POST",
    "path": [
     "/models/",
     {
      "variable": "model"
     },
     "/predictions"
    ]
   },
   "submitPaths": [],
   "encoding": "json",
   "rows": [
    {
     "to": [
      "input",
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
      "input",
      "image"
     ],
     "from": {
      "kind": "each",
      "name": "first_image"
     },
     "when": [],
     "uploaded": true,
     "forms": [
      "url",
      "data"
     ]
    },
    {
     "to": [
      "input",
      "last_frame"
     ],
     "from": {
      "kind": "each",
      "name": "last_image"
     },
     "when": [],
     "uploaded": true,
     "forms": [
      "url",
      "data"
     ]
    },
    {
     "to": [
      "input",
      "reference_images",
      "-"
     ],
     "from": {
      "kind": "each",
      "name": "reference_images"
     },
     "when": [],
     "uploaded": true,
     "forms": [
      "url",
      "data"
     ]
    },
    {
     "to": [
      "input",
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
     ]
    },
    {
     "to": [
      "input",
      "aspect_ratio"
     ],
     "from": {
      "kind": "parameter",
      "name": "size"
     },
     "when": []
    },
    {
     "to": [
      "input",
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
      "input",
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
      "input",
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
      "input",
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
       "kind": "absent",
       "parameters": [
        "first_image",
        "last_image"
       ]
      }
     ],
     "reason": "reference_images says so",
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
     "reason": "image and last_frame say so",
     "values": [
      "frame"
     ]
    }
   ],
   "needs": {},
   "lacks": {
    "watermark": "its models have no input for a watermark",
    "tools": "it has no tool configuration",
    "reference_videos": "no name for reference videos is shared by its models",
    "reference_audios": "no name for reference audio is shared by its models",
    "aspect_ratio": "size says the ratio; leave it out",
    "reference_mode": "the name of each image input says so; leave it out"
   },
   "id": [
    "id"
   ],
   "query": {
    "method": "GET",
    "path": [
     "/predictions/",
     {
      "variable": "id"
     }
    ]
   },
   "cancel": {
    "method": "POST",
    "path": [
     "/predictions/",
     {
      "variable": "id"
     },
     "/cancel"
    ],
    "proves": {
     "query": [
      "aborted"
     ]
    }
   },
   "history": {
    "paths": [
     [
      "/predictions"
     ]
    ],
    "items": [
     "results"
    ],
    "within": [],
    "created": {
     "at": [
      "created_at"
     ],
     "as": "date"
    },
    "next": {
     "by": "url",
     "parameter": "cursor",
     "at": [
      "next"
     ]
    }
   },
   "answer": {
    "status": {
     "at": [
      "status"
     ],
     "states": {
      "starting": "queued",
      "processing": "processing",
      "succeeded": "completed",
      "failed": "failed",
      "canceled": "cancelled",
      "aborted": "expired"
     },
     "cases": []
    },
    "results": [
     {
      "kind": "url",
      "at": [
       "output"
      ],
      "list": false
     }
    ],
    "message": [
     [
      "error"
     ],
     [
      "detail"
     ]
    ],
    "code": [],
    "usage": [
     {
      "at": [
       "metrics",
       "predict_time"
      ],
      "unit": "seconds"
     }
    ]
   },
   "told": [
    {
     "at": [
      "urls",
      "get"
     ],
     "in": "both",
     "from": {
      "kind": "link",
      "request": {
       "method": "GET",
       "path": [
        "/predictions/",
        {
         "variable": "id"
        }
       ]
      }
     }
    },
    {
     "at": [
      "urls",
      "cancel"
     ],
     "in": "both",
     "from": {
      "kind": "link",
      "request": {
       "method": "GET",
       "path": [
        "/predictions/",
        {
         "variable": "id"
        },
        "/cancel"
       ]
      }
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
    }
   ]
  },
  "image": {
   "submit": {
    "method": "POST",
    "path": [
     "/models/",
     {
      "variable": "model"
     },
     "/predictions"
    ]
   },
   "submitPaths": [],
   "encoding": "json",
   "rows": [
    {
     "to": [
      "input",
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
      "input",
      "image"
     ],
     "from": {
      "kind": "each",
      "name": "reference_images"
     },
     "when": [],
     "uploaded": true,
     "forms": [
      "url",
      "data"
     ]
    },
    {
     "to": [
      "input",
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
      "input",
      "size"
     ],
     "from": {
      "kind": "parameter",
      "name": "size"
     },
     "when": []
    }
   ],
   "drops": [],
   "needs": {},
   "lacks": {
    "resolution": "no name for a resolution is shared by its image models; use size",
    "watermark": "its models have no input for a watermark"
   },
   "id": [
    "id"
   ],
   "query": {
    "method": "GET",
    "path": [
     "/predictions/",
     {
      "variable": "id"
     }
    ]
   },
   "cancel": {
    "method": "POST",
    "path": [
     "/predictions/",
     {
      "variable": "id"
     },
     "/cancel"
    ],
    "proves": {
     "query": [
      "aborted"
     ]
    }
   },
   "history": {
    "paths": [
     [
      "/predictions"
     ]
    ],
    "items": [
     "results"
    ],
    "within": [],
    "created": {
     "at": [
      "created_at"
     ],
     "as": "date"
    },
    "next": {
     "by": "url",
     "parameter": "cursor",
     "at": [
      "next"
     ]
    }
   },
   "answer": {
    "status": {
     "at": [
      "status"
     ],
     "states": {
      "starting": "queued",
      "processing": "processing",
      "succeeded": "completed",
      "failed": "failed",
      "canceled": "cancelled",
      "aborted": "expired"
     },
     "cases": []
    },
    "results": [
     {
      "kind": "url",
      "at": [
       "output"
      ],
      "list": true
     }
    ],
    "message": [
     [
      "error"
     ],
     [
      "detail"
     ]
    ],
    "code": [],
    "usage": []
   },
   "told": [
    {
     "at": [
      "urls",
      "get"
     ],
     "in": "both",
     "from": {
      "kind": "link",
      "request": {
       "method": "GET",
       "path": [
        "/predictions/",
        {
         "variable": "id"
        }
       ]
      }
     }
    },
    {
     "at": [
      "urls",
      "cancel"
     ],
     "in": "both",
     "from": {
      "kind": "link",
      "request": {
       "method": "GET",
       "path": [
        "/predictions/",
        {
         "variable": "id"
        },
        "/cancel"
       ]
      }
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
    }
   ]
  }
 },
 "errors": {
  "message": [
   [
    "detail"
   ],
   [
    "error"
   ]
  ],
  "code": [
   [
    "title"
   ]
  ],
  "proofs": [
   {
    "from": 404,
    "to": 404,
    "proves": "unknown-model"
   },
   {
    "from": 422,
    "to": 422,
    "proves": "unknown-model",
    "codes": [
     "Invalid version or not permitted"
    ]
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
  ]
 },
 "probe": {
  "path": [
   "/account"
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
 },
 "rateLimits": {
  "retryAfter": [
   "retry_after"
  ]
 },
 "webhooks": {
  "url": {
   "in": "body",
   "at": [
    "webhook"
   ]
  },
  "beside": [
   {
    "to": [
     "webhook_events_filter"
    ],
    "value": [
     "completed"
    ]
   }
  ],
  "signature": {
   "algorithm": "hmac-sha256",
   "in": {
    "header": "webhook-signature",
    "separator": " ",
    "prefix": "v1,"
   },
   "encoding": "base64",
   "signed": [
    {
     "header": "webhook-id"
    },
    ".",
    {
     "is": "timestamp"
    },
    ".",
    {
     "is": "body"
    }
   ],
   "time": {
    "in": {
     "header": "webhook-timestamp",
     "prefix": ""
    },
    "unit": "seconds",
    "toleranceSeconds": 300
   },
   "key": {
    "by": "request",
    "path": [
     "/webhooks/default/secret"
    ],
    "at": [
     "key"
    ],
    "form": {
     "prefix": "whsec_",
     "encoding": "base64"
    }
   }
  },
  "told": []
 },
 "cancelRules": {
  "queued": {
   "status": 200,
   "then": "cancelled"
  },
  "processing": {
   "status": 200,
   "then": "cancelled"
  },
  "ended": {
   "status": 200,
   "then": "goes-on",
   "body": {}
  },
  "cancelled": {
   "status": 200,
   "then": "goes-on",
   "body": {}
  }
 }
}
