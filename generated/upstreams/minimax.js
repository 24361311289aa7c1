// Made by the generator from spec/. Do not edit.
export const mapping = {
 "protocol": "minimax",
 "title": "MiniMax",
 "baseUrl": "https://api.minimax.io",
 "authentication": {
  "in": "header",
  "name": "Authorization",
  "prefix": "Bearer "
 },
 "deadlineSeconds": 604800,
 "pollSeconds": 10,
 "operations": {
  "video": {
   "submit": {
    "method": "POST",
    "path": [
     "/v2/video_generation"
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
     "when": [],
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
     "when": [
      {
       "kind": "given",
       "parameters": [
        "first_image"
       ]
      }
     ],
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
     "when": [
      {
       "kind": "except-model",
       "prefixes": [
        "MiniMax-H3-Max"
       ]
      },
      {
       "kind": "absent",
       "parameters": [
        "first_image",
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
     "maximumItems": 9,
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
     "when": [
      {
       "kind": "except-model",
       "prefixes": [
        "MiniMax-H3-Max"
       ]
      },
      {
       "kind": "absent",
       "parameters": [
        "first_image",
        "last_image"
       ]
      }
     ],
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
     "maximumItems": 3,
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
     "when": [
      {
       "kind": "except-model",
       "prefixes": [
        "MiniMax-H3-Max"
       ]
      },
      {
       "kind": "absent",
       "parameters": [
        "first_image",
        "last_image"
       ]
      },
      {
       "kind": "given",
       "parameters": [
        "reference_images",
        "reference_videos"
       ]
      }
     ],
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
     "maximumItems": 3,
     "forms": [
      "url"
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
       "kind": "model",
       "prefixes": [
        "MiniMax-H3"
       ]
      },
      {
       "kind": "except-model",
       "prefixes": [
        "MiniMax-H3-Max"
       ]
      }
     ],
     "values": [
      [
       "768p",
       "768P"
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
       "kind": "model",
       "prefixes": [
        "MiniMax-H3-Max"
       ]
      }
     ],
     "values": [
      [
       "480p",
       "480P"
      ],
      [
       "768p",
       "768P"
      ],
      [
       "480P",
       "480P"
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
       "kind": "except-model",
       "prefixes": [
        "MiniMax-H3"
       ]
      }
     ],
     "values": [
      [
       "480p",
       "480P"
      ],
      [
       "768p",
       "768P"
      ],
      [
       "480P",
       "480P"
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
     "when": [
      {
       "kind": "model",
       "prefixes": [
        "MiniMax-H3"
       ]
      },
      {
       "kind": "except-model",
       "prefixes": [
        "MiniMax-H3-Max"
       ]
      }
     ],
     "minimum": 4,
     "maximum": 15
    },
    {
     "to": [
      "duration"
     ],
     "from": {
      "kind": "parameter",
      "name": "duration"
     },
     "when": [
      {
       "kind": "model",
       "prefixes": [
        "MiniMax-H3-Max"
       ]
      }
     ],
     "minimum": 5,
     "maximum": 15
    },
    {
     "to": [
      "duration"
     ],
     "from": {
      "kind": "parameter",
      "name": "duration"
     },
     "when": [
      {
       "kind": "except-model",
       "prefixes": [
        "MiniMax-H3"
       ]
      }
     ],
     "minimum": 5,
     "maximum": 15
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
        "first_image",
        "last_image",
        "size"
       ]
      }
     ],
     "values": [
      [
       "adaptive",
       "adaptive"
      ],
      [
       "21:9",
       "21:9"
      ],
      [
       "16:9",
       "16:9"
      ],
      [
       "4:3",
       "4:3"
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
       "9:16",
       "9:16"
      ]
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
       "adaptive",
       "adaptive"
      ],
      [
       "21:9",
       "21:9"
      ],
      [
       "16:9",
       "16:9"
      ],
      [
       "4:3",
       "4:3"
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
       "9:16",
       "9:16"
      ]
     ]
    },
    {
     "to": [
      "ratio"
     ],
     "from": {
      "kind": "constant",
      "value": "16:9"
     },
     "when": [
      {
       "kind": "absent",
       "parameters": [
        "aspect_ratio",
        "size",
        "first_image",
        "last_image",
        "reference_images",
        "reference_videos",
        "reference_audios"
       ]
      }
     ],
     "oneWay": "the ratio that is filled in is read back as if it had been asked for"
    },
    {
     "to": [
      "duration"
     ],
     "from": {
      "kind": "constant",
      "value": 5
     },
     "when": [
      {
       "kind": "absent",
       "parameters": [
        "duration"
       ]
      }
     ],
     "oneWay": "the length that is filled in is read back as if it had been asked for"
    },
    {
     "to": [
      "aigc_watermark"
     ],
     "from": {
      "kind": "parameter",
      "name": "watermark"
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
   "needs": {
    "resolution": "it always makes one of its tiers, and the dearest when none is named"
   },
   "lacks": {
    "seed": "it has no seed",
    "generate_audio": "its API has no switch for audio",
    "tools": "it has no tool configuration",
    "reference_mode": "the role of each image says so; leave it out",
    "last_image": "it takes a last frame only together with a first one",
    "aspect_ratio": "with a frame image, the ratio is that of the image, and with size that of size; leave it out",
    "size": "with a frame image, the ratio is that of the image; leave it out",
    "reference_images": "it cannot combine frame images with references, and MiniMax-H3-Max takes none",
    "reference_videos": "it cannot combine frame images with references, and MiniMax-H3-Max takes none",
    "reference_audios": "it takes reference audio only together with a reference image or video, without frame images, and not for MiniMax-H3-Max"
   },
   "id": [
    "task_id"
   ],
   "query": {
    "method": "GET",
    "path": [
     "/v2/query/video_generation/",
     {
      "variable": "id"
     }
    ]
   },
   "list": {
    "path": [
     "/v2/query/video_generation?page_num=1&page_size=20"
    ],
    "filter": "filter.task_ids",
    "limit": 20,
    "items": [
     "items"
    ],
    "within": [
     "task"
    ]
   },
   "cancel": {
    "method": "DELETE",
    "path": [
     "/v2/video_generation/",
     {
      "variable": "id"
     }
    ],
    "from": [
     "queued"
    ],
    "proves": {
     "answer": {
      "at": [
       "action"
      ],
      "words": [
       "cancel",
       "cancelled"
      ]
     },
     "query": [
      "cancelled"
     ]
    }
   },
   "history": {
    "paths": [
     [
      "/v2/query/video_generation"
     ]
    ],
    "items": [
     "items"
    ],
    "within": [
     "task"
    ],
    "created": {
     "at": [
      "task",
      "created_at"
     ],
     "as": "seconds"
    },
    "size": {
     "parameter": "page_size",
     "most": 20
    },
    "next": {
     "by": "page",
     "parameter": "page_num"
    }
   },
   "answer": {
    "status": {
     "at": [
      "task",
      "status"
     ],
     "states": {
      "queued": "queued",
      "running": "processing",
      "succeeded": "completed",
      "failed": "failed",
      "cancelled": "cancelled",
      "expired": "expired"
     },
     "cases": []
    },
    "results": [
     {
      "kind": "url",
      "at": [
       "task",
       "content",
       "url"
      ],
      "list": false
     }
    ],
    "message": [
     [
      "task",
      "error",
      "message"
     ]
    ],
    "code": [
     [
      "task",
      "error",
      "code"
     ]
    ],
    "seconds": [
     "task",
     "duration"
    ],
    "usage": [
     {
      "at": [
       "task",
       "usage",
       "total_seconds"
      ],
      "unit": "seconds"
     }
    ],
    "id": [
     "task",
     "id"
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
   ]
  ],
  "code": [
   [
    "error",
    "type"
   ]
  ],
  "proofs": [
   {
    "from": 400,
    "to": 400,
    "proves": "unknown-model",
    "codes": [
     "bad_request_error"
    ],
    "says": [
     "unknown model"
    ]
   },
   {
    "from": 200,
    "to": 299,
    "proves": "unknown-model",
    "codes": [
     "bad_request_error"
    ],
    "says": [
     "unknown model"
    ]
   },
   {
    "from": 200,
    "to": 299,
    "proves": "rejected",
    "codes": [
     "bad_request_error",
     "unprocessable_entity_error"
    ]
   },
   {
    "from": 200,
    "to": 299,
    "proves": "credentials",
    "codes": [
     "authorized_error"
    ]
   },
   {
    "from": 200,
    "to": 299,
    "proves": "payment",
    "codes": [
     "insufficient_balance_error"
    ]
   },
   {
    "from": 200,
    "to": 299,
    "proves": "busy",
    "codes": [
     "rate_limit_error"
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
  ],
  "inside": {
   "at": [
    "error"
   ],
   "unless": [
    null
   ]
  }
 },
 "probe": {
  "path": [
   "/v2/query/video_generation?page_num=1&page_size=1"
  ],
  "accepted": [
   200
  ]
 },
 "modelProbe": {
  "untestable": "its list of models has only those that make text"
 },
 "webhooks": {
  "url": {
   "in": "body",
   "at": [
    "callback_url"
   ]
  },
  "beside": [],
  "challenge": [
   "challenge"
  ],
  "told": []
 },
 "cancelRules": {
  "queued": {
   "status": 200,
   "then": "cancelled",
   "body": {
    "action": "cancelled"
   }
  },
  "processing": {
   "status": 400,
   "then": "refused",
   "error": {
    "code": "bad_request_error",
    "message": "a task that runs or was cancelled cannot be cancelled"
   }
  },
  "ended": {
   "status": 200,
   "then": "removed",
   "body": {
    "action": "deleted"
   }
  },
  "cancelled": {
   "status": 400,
   "then": "refused",
   "error": {
    "code": "bad_request_error",
    "message": "a task that runs or was cancelled cannot be cancelled"
   }
  }
 }
}
