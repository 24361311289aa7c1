// Made by the generator from spec/. Do not edit.
export const mapping = {
 "protocol": "kling",
 "title": "Kling AI",
 "baseUrl": "https://api-singapore.klingai.com",
 "authentication": {
  "in": "header",
  "name": "Authorization",
  "prefix": "Bearer ",
  "token": {
   "by": "jwt-hs256",
   "seconds": 1800,
   "backdateSeconds": 5
  }
 },
 "deadlineSeconds": 86400,
 "pollSeconds": 5,
 "operations": {
  "video": {
   "submit": {
    "method": "POST",
    "path": [
     "/v1/videos/text2video"
    ]
   },
   "submitPaths": [
    {
     "when": [
      {
       "kind": "given",
       "parameters": [
        "first_image",
        "last_image"
       ]
      }
     ],
     "path": [
      "/v1/videos/image2video"
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
      "/v1/videos/multi-image2video"
     ]
    }
   ],
   "encoding": "json",
   "rows": [
    {
     "to": [
      "model_name"
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
     "maximumLength": 2500
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
     "forms": [
      "url"
     ]
    },
    {
     "to": [
      "image_tail"
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
      },
      {
       "kind": "except-model",
       "prefixes": [
        "kling-v1-",
        "kling-v2-"
       ]
      }
     ],
     "forms": [
      "url"
     ]
    },
    {
     "to": [
      "image_tail"
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
      },
      {
       "kind": "model",
       "prefixes": [
        "kling-v1-",
        "kling-v2-"
       ]
      },
      {
       "kind": "among",
       "parameter": "resolution",
       "values": [
        "1080p",
        "1080P"
       ]
      }
     ],
     "forms": [
      "url"
     ]
    },
    {
     "to": [
      "image_list",
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
     "template": {
      "value": {
       "image": "{value}"
      },
      "holes": [
       {
        "at": [
         "image"
        ],
        "whole": true,
        "prefix": "",
        "suffix": ""
       }
      ]
     },
     "maximumItems": 4,
     "forms": [
      "url"
     ]
    },
    {
     "to": [
      "sound"
     ],
     "from": {
      "kind": "parameter",
      "name": "generate_audio"
     },
     "when": [
      {
       "kind": "except-model",
       "prefixes": [
        "kling-v1",
        "kling-v2"
       ]
      },
      {
       "kind": "absent",
       "parameters": [
        "reference_images"
       ]
      }
     ],
     "values": [
      [
       true,
       "on"
      ],
      [
       false,
       "off"
      ]
     ]
    },
    {
     "to": [
      "sound"
     ],
     "from": {
      "kind": "parameter",
      "name": "generate_audio"
     },
     "when": [
      {
       "kind": "model",
       "prefixes": [
        "kling-v2-6"
       ]
      },
      {
       "kind": "absent",
       "parameters": [
        "reference_images"
       ]
      },
      {
       "kind": "among",
       "parameter": "resolution",
       "values": [
        "1080p",
        "1080P"
       ]
      }
     ],
     "values": [
      [
       true,
       "on"
      ],
      [
       false,
       "off"
      ]
     ]
    },
    {
     "to": [
      "mode"
     ],
     "from": {
      "kind": "parameter",
      "name": "resolution"
     },
     "when": [
      {
       "kind": "except-model",
       "prefixes": [
        "kling-v1",
        "kling-v2-master",
        "kling-v2-1-master"
       ]
      }
     ],
     "values": [
      [
       "720p",
       "std"
      ],
      [
       "720P",
       "std"
      ],
      [
       "1080p",
       "pro"
      ],
      [
       "1080P",
       "pro"
      ]
     ]
    },
    {
     "to": [
      "mode"
     ],
     "from": {
      "kind": "parameter",
      "name": "resolution"
     },
     "when": [
      {
       "kind": "model",
       "prefixes": [
        "kling-v1-"
       ]
      }
     ],
     "values": [
      [
       "720p",
       "std"
      ],
      [
       "720P",
       "std"
      ],
      [
       "1080p",
       "pro"
      ],
      [
       "1080P",
       "pro"
      ]
     ]
    },
    {
     "to": [
      "mode"
     ],
     "from": {
      "kind": "parameter",
      "name": "resolution"
     },
     "when": [
      {
       "kind": "model",
       "prefixes": [
        "kling-v1"
       ]
      },
      {
       "kind": "except-model",
       "prefixes": [
        "kling-v1-"
       ]
      }
     ],
     "values": [
      [
       "720p",
       "std"
      ],
      [
       "720P",
       "std"
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
        "kling-v1",
        "kling-v2"
       ]
      }
     ],
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
     },
     "values": [
      [
       5,
       5
      ],
      [
       10,
       10
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
       "kind": "except-model",
       "prefixes": [
        "kling-v1",
        "kling-v2"
       ]
      }
     ],
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
     },
     "minimum": 3,
     "maximum": 15
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
     "parameter": "watermark",
     "when": [],
     "reason": "the file that is stored has no watermark",
     "values": [
      false
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
     "parameter": "resolution",
     "when": [
      {
       "kind": "model",
       "prefixes": [
        "kling-v2-master"
       ]
      }
     ],
     "reason": "the model makes no other",
     "values": [
      "720p",
      "720P"
     ]
    },
    {
     "parameter": "resolution",
     "when": [
      {
       "kind": "model",
       "prefixes": [
        "kling-v2-1-master"
       ]
      }
     ],
     "reason": "the model makes no other",
     "values": [
      "1080p",
      "1080P"
     ]
    }
   ],
   "needs": {},
   "lacks": {
    "seed": "it has no seed",
    "tools": "it has no tool configuration",
    "watermark": "a watermark is in a second file, which is not the result",
    "generate_audio": "sound is made by version 2.6 at 1080p and by later ones, without reference images",
    "resolution": "the model makes one resolution only",
    "aspect_ratio": "with a frame, the ratio is that of the image; leave it out",
    "last_image": "it takes a last frame with a first one, and before version 3 at 1080p",
    "reference_images": "it cannot combine frames with references",
    "reference_videos": "it takes images as references",
    "reference_audios": "it takes no sounds"
   },
   "id": [
    "data",
    "task_id"
   ],
   "query": {
    "method": "GET",
    "path": [
     "/v1/videos/text2video/",
     {
      "variable": "id"
     }
    ],
    "paths": [
     {
      "when": [
       {
        "kind": "given",
        "parameters": [
         "first_image",
         "last_image"
        ]
       }
      ],
      "path": [
       "/v1/videos/image2video/",
       {
        "variable": "id"
       }
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
       "/v1/videos/multi-image2video/",
       {
        "variable": "id"
       }
      ]
     }
    ]
   },
   "history": {
    "paths": [
     [
      "/v1/videos/text2video"
     ],
     [
      "/v1/videos/image2video"
     ],
     [
      "/v1/videos/multi-image2video"
     ]
    ],
    "items": [
     "data"
    ],
    "within": [
     "data"
    ],
    "created": {
     "at": [
      "data",
      "created_at"
     ],
     "as": "milliseconds"
    },
    "size": {
     "parameter": "pageSize",
     "most": 500
    },
    "next": {
     "by": "page",
     "parameter": "pageNum"
    }
   },
   "answer": {
    "status": {
     "at": [
      "data",
      "task_status"
     ],
     "states": {
      "submitted": "queued",
      "processing": "processing",
      "succeed": "completed",
      "failed": "failed"
     },
     "cases": []
    },
    "results": [
     {
      "kind": "url",
      "at": [
       "data",
       "task_result",
       "videos",
       "-",
       "url"
      ],
      "list": false
     }
    ],
    "message": [
     [
      "data",
      "task_status_msg"
     ]
    ],
    "code": [],
    "seconds": [
     "data",
     "task_result",
     "videos",
     "0",
     "duration"
    ],
    "secondsAsText": true,
    "usage": [
     {
      "at": [
       "data",
       "final_unit_deduction"
      ],
      "unit": "units"
     }
    ]
   },
   "told": [
    {
     "at": [
      "code"
     ],
     "in": "both",
     "from": {
      "kind": "constant",
      "value": 0
     }
    },
    {
     "at": [
      "message"
     ],
     "in": "both",
     "from": {
      "kind": "constant",
      "value": "SUCCEED"
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
    "from": 403,
    "to": 403,
    "proves": "unknown-model",
    "codes": [
     "1103"
    ]
   },
   {
    "from": 404,
    "to": 404,
    "proves": "unknown-model",
    "codes": [
     "1203"
    ]
   },
   {
    "from": 401,
    "to": 401,
    "proves": "credentials"
   },
   {
    "from": 429,
    "to": 429,
    "proves": "payment",
    "codes": [
     "1101",
     "1102"
    ]
   },
   {
    "from": 429,
    "to": 429,
    "proves": "credentials",
    "codes": [
     "1100",
     "1304"
    ]
   },
   {
    "from": 429,
    "to": 429,
    "proves": "busy"
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
    "code"
   ],
   "unless": [
    0
   ]
  }
 },
 "probe": {
  "path": [
   "/v1/videos/text2video?pageNum=1&pageSize=1"
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
  "told": [
   {
    "at": [
     "task_id"
    ],
    "fact": "id"
   }
  ]
 }
}
