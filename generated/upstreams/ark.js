// Made by the generator from spec/. Do not edit.
export const mapping = {
 "protocol": "ark",
 "title": "Ark",
 "baseUrl": "https://ark.ap-southeast.bytepluses.com/api/v3",
 "authentication": {
  "in": "header",
  "name": "Authorization",
  "prefix": "Bearer "
 },
 "deadlineSeconds": 172800,
 "pollSeconds": 5,
 "operations": {
  "video": {
   "submit": {
    "method": "POST",
    "path": [
     "/contents/generations/tasks"
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
      "content",
      "-"
     ],
     "from": {
      "kind": "parameter",
      "name": "prompt"
     },
     "when": [],
     "template": {
      "value": {
       "type": "text",
       "text": "{value}"
      },
      "holes": [
       {
        "at": [
         "text"
        ],
        "whole": true,
        "prefix": "",
        "suffix": ""
       }
      ]
     }
    },
    {
     "to": [
      "content",
      "-"
     ],
     "from": {
      "kind": "each",
      "name": "first_image"
     },
     "when": [
      {
       "kind": "absent",
       "parameters": [
        "last_image"
       ]
      }
     ],
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
      "url",
      "data"
     ]
    },
    {
     "to": [
      "content",
      "-"
     ],
     "from": {
      "kind": "each",
      "name": "first_image"
     },
     "when": [
      {
       "kind": "given",
       "parameters": [
        "last_image"
       ]
      }
     ],
     "template": {
      "value": {
       "type": "image_url",
       "image_url": {
        "url": "{value}"
       },
       "role": "first_frame"
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
      "url",
      "data"
     ]
    },
    {
     "to": [
      "content",
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
       "role": "last_frame"
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
      "url",
      "data"
     ]
    },
    {
     "to": [
      "content",
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
       },
       "role": "reference_image"
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
      "url",
      "data"
     ]
    },
    {
     "to": [
      "content",
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
       },
       "role": "reference_video"
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
      "content",
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
       },
       "role": "reference_audio"
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
    },
    {
     "to": [
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
      "tools"
     ],
     "from": {
      "kind": "parameter",
      "name": "tools"
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
     "reason": "the role reference_image says so",
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
     "reason": "the roles first_frame and last_frame say so",
     "values": [
      "frame"
     ]
    }
   ],
   "needs": {},
   "lacks": {
    "aspect_ratio": "size says the ratio; leave it out",
    "reference_mode": "the role of each image says so; leave it out"
   },
   "id": [
    "id"
   ],
   "query": {
    "method": "GET",
    "path": [
     "/contents/generations/tasks/",
     {
      "variable": "id"
     }
    ]
   },
   "list": {
    "path": [
     "/contents/generations/tasks?page_num=1&page_size=100"
    ],
    "filter": "filter.task_ids",
    "limit": 100,
    "items": [
     "items"
    ],
    "within": []
   },
   "cancel": {
    "method": "DELETE",
    "path": [
     "/contents/generations/tasks/",
     {
      "variable": "id"
     }
    ],
    "from": [
     "queued"
    ],
    "proves": {
     "query": [
      "cancelled"
     ]
    }
   },
   "history": {
    "paths": [
     [
      "/contents/generations/tasks"
     ]
    ],
    "items": [
     "items"
    ],
    "within": [],
    "created": {
     "at": [
      "created_at"
     ],
     "as": "seconds"
    },
    "size": {
     "parameter": "page_size",
     "most": 100
    },
    "next": {
     "by": "page",
     "parameter": "page_num"
    }
   },
   "answer": {
    "status": {
     "at": [
      "status"
     ],
     "states": {
      "queued": "queued",
      "running": "processing",
      "succeeded": "completed",
      "failed": "failed",
      "expired": "expired",
      "cancelled": "cancelled"
     },
     "cases": []
    },
    "results": [
     {
      "kind": "url",
      "at": [
       "content",
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
     "duration"
    ],
    "usage": [
     {
      "at": [
       "usage",
       "completion_tokens"
      ],
      "unit": "tokens"
     }
    ]
   },
   "told": [
    {
     "at": [
      "model"
     ],
     "in": "query",
     "from": {
      "kind": "model"
     }
    },
    {
     "at": [
      "created_at"
     ],
     "in": "query",
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
   ],
   [
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
     "InvalidEndpointOrModel.NotFound",
     "InvalidEndpointOrModel.ModelIDAccessDisabled",
     "InvalidEndpoint.NotFound",
     "ModelNotOpen"
    ]
   },
   {
    "from": 400,
    "to": 400,
    "proves": "unknown-model",
    "codes": [
     "InvalidEndpoint.ClosedEndpoint"
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
   "/contents/generations/tasks?page_size=1"
  ],
  "accepted": [
   200
  ]
 },
 "modelProbe": {
  "path": [
   "/models"
  ],
  "names": [
   "data",
   "-",
   "id"
  ],
  "told": [],
  "except": [
   {
    "prefix": "ep-",
    "reason": "an endpoint of the account is in no list of models"
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
   "status": 409,
   "then": "refused",
   "error": {
    "code": "InvalidAction.RunningTaskDeletion",
    "message": "Cannot delete task because it is currently running"
   }
  },
  "ended": {
   "status": 200,
   "then": "removed",
   "body": {}
  },
  "cancelled": {
   "status": 409,
   "then": "refused",
   "error": {
    "code": "InvalidAction.RunningTaskDeletion",
    "message": "Cannot delete a task that is cancelled"
   }
  }
 }
}
