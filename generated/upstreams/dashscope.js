// Made by the generator from spec/. Do not edit.
export const mapping = {
 "protocol": "dashscope",
 "title": "DashScope",
 "baseUrl": "https://dashscope-intl.aliyuncs.com",
 "authentication": {
  "in": "header",
  "name": "Authorization",
  "prefix": "Bearer "
 },
 "deadlineSeconds": 86400,
 "pollSeconds": 15,
 "operations": {
  "video": {
   "submit": {
    "method": "POST",
    "path": [
     "/api/v1/services/aigc/video-generation/video-synthesis"
    ],
    "headers": {
     "X-DashScope-Async": [
      "enable"
     ]
    }
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
      "media",
      "-"
     ],
     "from": {
      "kind": "each",
      "name": "reference_images"
     },
     "when": [],
     "template": {
      "value": {
       "type": "reference_image",
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
      "input",
      "media",
      "-"
     ],
     "from": {
      "kind": "each",
      "name": "reference_videos"
     },
     "when": [],
     "template": {
      "value": {
       "type": "reference_video",
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
      "input",
      "media",
      "-"
     ],
     "from": {
      "kind": "each",
      "name": "reference_audios"
     },
     "when": [],
     "template": {
      "value": {
       "type": "reference_audio",
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
      "input",
      "media",
      "-"
     ],
     "from": {
      "kind": "each",
      "name": "first_image"
     },
     "when": [],
     "template": {
      "value": {
       "type": "first_frame",
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
      "input",
      "media",
      "-"
     ],
     "from": {
      "kind": "each",
      "name": "last_image"
     },
     "when": [],
     "template": {
      "value": {
       "type": "last_frame",
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
      "parameters"
     ],
     "from": {
      "kind": "constant",
      "value": {}
     },
     "when": []
    },
    {
     "to": [
      "parameters",
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
       "480P"
      ],
      [
       "720p",
       "720P"
      ],
      [
       "1080p",
       "1080P"
      ],
      [
       "480P",
       "480P"
      ],
      [
       "720P",
       "720P"
      ],
      [
       "1080P",
       "1080P"
      ]
     ]
    },
    {
     "to": [
      "parameters",
      "ratio"
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
      "parameters",
      "ratio"
     ],
     "from": {
      "kind": "parameter",
      "name": "size"
     },
     "when": []
    },
    {
     "to": [
      "parameters",
      "watermark"
     ],
     "from": {
      "kind": "parameter",
      "name": "watermark"
     },
     "when": []
    },
    {
     "to": [
      "parameters",
      "audio"
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
     "reason": "the type reference_image says so",
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
     "reason": "the types first_frame and last_frame say so",
     "values": [
      "frame"
     ]
    }
   ],
   "needs": {},
   "lacks": {
    "tools": "it has no tool configuration",
    "aspect_ratio": "size says the ratio; leave it out",
    "reference_mode": "the type of each media item says so; leave it out"
   },
   "id": [
    "output",
    "task_id"
   ],
   "query": {
    "method": "GET",
    "path": [
     "/api/v1/tasks/",
     {
      "variable": "id"
     }
    ]
   },
   "cancel": {
    "method": "POST",
    "path": [
     "/api/v1/tasks/",
     {
      "variable": "id"
     },
     "/cancel"
    ],
    "from": [
     "PENDING"
    ],
    "proves": {
     "query": [
      "CANCELED"
     ]
    }
   },
   "answer": {
    "status": {
     "at": [
      "output",
      "task_status"
     ],
     "states": {
      "PENDING": "queued",
      "RUNNING": "processing",
      "SUCCEEDED": "completed",
      "FAILED": "failed",
      "CANCELED": "cancelled",
      "UNKNOWN": "unknown"
     },
     "cases": []
    },
    "results": [
     {
      "kind": "url",
      "at": [
       "output",
       "video_url"
      ],
      "list": false
     }
    ],
    "message": [
     [
      "output",
      "message"
     ],
     [
      "message"
     ]
    ],
    "code": [
     [
      "output",
      "code"
     ],
     [
      "code"
     ]
    ],
    "seconds": [
     "usage",
     "output_video_duration"
    ],
    "usage": [
     {
      "at": [
       "usage",
       "duration"
      ],
      "unit": "seconds"
     }
    ]
   },
   "told": [
    {
     "at": [
      "request_id"
     ],
     "in": "both",
     "from": {
      "kind": "id"
     }
    }
   ]
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
    "code"
   ]
  ],
  "proofs": [
   {
    "from": 404,
    "to": 404,
    "proves": "unknown-model",
    "codes": [
     "ModelNotFound",
     "model_not_found"
    ]
   },
   {
    "from": 403,
    "to": 403,
    "proves": "unknown-model",
    "codes": [
     "Model.AccessDenied",
     "AllocationQuota.FreeTierOnly"
    ]
   },
   {
    "from": 403,
    "to": 403,
    "proves": "unknown-model",
    "codes": [
     "AccessDenied"
    ],
    "says": [
     "access denied",
     "does not support asynchronous calls"
    ]
   },
   {
    "from": 400,
    "to": 499,
    "proves": "unknown-model",
    "codes": [
     "InvalidParameter"
    ],
    "says": [
     "model not exist"
    ]
   },
   {
    "from": 400,
    "to": 400,
    "proves": "payment",
    "codes": [
     "Arrearage"
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
   "/api/v1/tasks/?page_size=1"
  ],
  "accepted": [
   200
  ]
 },
 "modelProbe": {
  "path": [
   "/api/v1/models?model=",
   {
    "variable": "model"
   },
   "&page_no=1&page_size=1"
  ],
  "names": [
   "output",
   "models",
   "-",
   "model"
  ],
  "told": [],
  "except": []
 },
 "cancelRules": {
  "queued": {
   "status": 200,
   "then": "cancelled",
   "body": {
    "request_id": "fake"
   }
  },
  "processing": {
   "status": 400,
   "then": "refused",
   "error": {
    "code": "UnsupportedOperation",
    "message": "Failed to cancel the task, please confirm if the task is in PENDING status."
   }
  },
  "ended": {
   "status": 400,
   "then": "refused",
   "error": {
    "code": "UnsupportedOperation",
    "message": "Failed to cancel the task, please confirm if the task is in PENDING status."
   }
  },
  "cancelled": {
   "status": 400,
   "then": "refused",
   "error": {
    "code": "UnsupportedOperation",
    "message": "Failed to cancel the task, please confirm if the task is in PENDING status."
   }
  }
 }
}
