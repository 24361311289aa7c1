// Made by the generator from spec/. Do not edit.
export const mapping = {
 "protocol": "openai-videos",
 "title": "OpenAI-shaped",
 "baseUrl": "https://api.openai.com/v1",
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
   "encoding": "form",
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
      "seconds"
     ],
     "from": {
      "kind": "parameter",
      "name": "duration"
     },
     "when": [],
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
     }
    },
    {
     "to": [
      "size"
     ],
     "from": {
      "kind": "joined",
      "names": [
       "resolution",
       "aspect_ratio"
      ]
     },
     "when": [],
     "values": [
      [
       "720p 16:9",
       "1280x720"
      ],
      [
       "720p 9:16",
       "720x1280"
      ],
      [
       "720P 16:9",
       "1280x720"
      ],
      [
       "720P 9:16",
       "720x1280"
      ]
     ]
    },
    {
     "to": [
      "input_reference",
      "image_url"
     ],
     "from": {
      "kind": "each",
      "name": "first_image"
     },
     "when": [],
     "forms": [
      "url",
      "data"
     ],
     "also": [
      [
       "input_reference"
      ]
     ]
    },
    {
     "to": [
      "input_reference",
      "image_url"
     ],
     "from": {
      "kind": "each",
      "name": "reference_images"
     },
     "when": [
      {
       "kind": "absent",
       "parameters": [
        "first_image"
       ]
      }
     ],
     "forms": [
      "url",
      "data"
     ],
     "oneWay": "a reference image is read back as first_image where the model has both"
    }
   ],
   "drops": [],
   "needs": {},
   "lacks": {
    "resolution": "it takes a size in pixels, which needs an aspect_ratio as well",
    "aspect_ratio": "it takes a size in pixels, which needs a resolution as well",
    "size": "it takes a size in pixels",
    "seed": "it has no seed",
    "last_image": "it takes one reference image",
    "reference_images": "it takes one reference image",
    "reference_videos": "it takes no reference video when a video is made",
    "reference_audios": "it takes no reference audio",
    "reference_mode": "it has one kind of reference",
    "generate_audio": "it has no switch for audio",
    "watermark": "it has no parameter for a watermark",
    "tools": "it has no tool configuration"
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
   "history": {
    "paths": [
     [
      "/videos"
     ]
    ],
    "items": [
     "data"
    ],
    "within": [],
    "created": {
     "at": [
      "created_at"
     ],
     "as": "seconds"
    },
    "size": {
     "parameter": "limit",
     "most": 100
    },
    "next": {
     "by": "last",
     "parameter": "after",
     "more": [
      "has_more"
     ]
    }
   },
   "served": {
    "list": {
     "implied": {
      "order": "desc"
     },
     "told": [
      {
       "at": [
        "object"
       ],
       "from": {
        "kind": "constant",
        "value": "list"
       }
      },
      {
       "at": [
        "first_id"
       ],
       "from": {
        "kind": "first"
       }
      },
      {
       "at": [
        "last_id"
       ],
       "from": {
        "kind": "last"
       }
      }
     ]
    },
    "remove": {
     "method": "DELETE",
     "path": [
      "/videos/",
      {
       "variable": "id"
      }
     ],
     "answer": [
      {
       "to": [
        "id"
       ],
       "from": {
        "kind": "id"
       }
      },
      {
       "to": [
        "object"
       ],
       "from": {
        "kind": "constant",
        "value": "video.deleted"
       }
      },
      {
       "to": [
        "deleted"
       ],
       "from": {
        "kind": "constant",
        "value": true
       }
      }
     ]
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
      "failed": "failed"
     },
     "cases": []
    },
    "progress": {
     "at": [
      "progress"
     ],
     "of": 100
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
     "seconds"
    ],
    "secondsAsText": true,
    "usage": []
   },
   "told": [
    {
     "at": [
      "object"
     ],
     "in": "both",
     "from": {
      "kind": "constant",
      "value": "video"
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
    },
    {
     "at": [
      "created_at"
     ],
     "in": "both",
     "from": {
      "kind": "created"
     }
    },
    {
     "at": [
      "completed_at"
     ],
     "in": "both",
     "from": {
      "kind": "completed"
     }
    },
    {
     "at": [
      "expires_at"
     ],
     "in": "both",
     "from": {
      "kind": "expires"
     }
    },
    {
     "at": [
      "prompt"
     ],
     "in": "both",
     "from": {
      "kind": "sent",
      "place": [
       "prompt"
      ]
     }
    },
    {
     "at": [
      "seconds"
     ],
     "in": "both",
     "from": {
      "kind": "sent",
      "place": [
       "seconds"
      ]
     }
    },
    {
     "at": [
      "size"
     ],
     "in": "both",
     "from": {
      "kind": "sent",
      "place": [
       "size"
      ]
     }
    },
    {
     "at": [
      "remixed_from_video_id"
     ],
     "in": "both",
     "from": {
      "kind": "constant",
      "value": null
     }
    },
    {
     "at": [
      "error"
     ],
     "in": "both",
     "from": {
      "kind": "constant",
      "value": null
     }
    }
   ]
  },
  "image": {
   "submit": {
    "method": "POST",
    "path": [
     "/images/generations"
    ]
   },
   "submitPaths": [
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
      "/images/edits"
     ],
     "encoding": "form"
    }
   ],
   "encoding": "json",
   "ignored": [
    [
     "user"
    ],
    [
     "safety_identifier"
    ]
   ],
   "implied": [
    {
     "at": [
      "n"
     ],
     "is": [
      1,
      "1"
     ]
    },
    {
     "at": [
      "size"
     ],
     "is": [
      "auto"
     ]
    },
    {
     "at": [
      "quality"
     ],
     "is": [
      "auto"
     ]
    },
    {
     "at": [
      "background"
     ],
     "is": [
      "auto"
     ]
    },
    {
     "at": [
      "moderation"
     ],
     "is": [
      "auto"
     ]
    },
    {
     "at": [
      "stream"
     ],
     "is": [
      false,
      "false"
     ]
    }
   ],
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
      "image",
      "-"
     ],
     "from": {
      "kind": "each",
      "name": "reference_images"
     },
     "when": [],
     "file": true,
     "maximumItems": 16,
     "forms": [
      "url",
      "data"
     ],
     "also": [
      [
       "image"
      ]
     ]
    },
    {
     "to": [
      "size"
     ],
     "from": {
      "kind": "joined",
      "names": [
       "resolution",
       "aspect_ratio"
      ]
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
       "2K 1:1",
       "2048x2048"
      ],
      [
       "2K 3:2",
       "2048x1360"
      ],
      [
       "2K 2:3",
       "1360x2048"
      ],
      [
       "2K 4:3",
       "2048x1536"
      ],
      [
       "2K 3:4",
       "1536x2048"
      ],
      [
       "2K 16:9",
       "2048x1152"
      ],
      [
       "2K 9:16",
       "1152x2048"
      ],
      [
       "4K 16:9",
       "3840x2160"
      ],
      [
       "4K 9:16",
       "2160x3840"
      ]
     ]
    },
    {
     "to": [
      "size"
     ],
     "from": {
      "kind": "parameter",
      "name": "size"
     },
     "when": []
    },
    {
     "to": [
      "n"
     ],
     "from": {
      "kind": "parameter",
      "name": "n",
      "quantity": "outputs"
     },
     "when": []
    }
   ],
   "drops": [],
   "needs": {},
   "lacks": {
    "resolution": "it takes a size in pixels",
    "aspect_ratio": "it takes a size in pixels",
    "watermark": "it has no parameter for a watermark"
   },
   "answer": {
    "results": [
     {
      "kind": "url",
      "at": [
       "data",
       "-",
       "url"
      ],
      "list": false,
      "asked": {
       "at": [
        "response_format"
       ],
       "is": "url",
       "models": []
      }
     },
     {
      "kind": "base64",
      "at": [
       "data",
       "-",
       "b64_json"
      ],
      "contentType": "image/png",
      "asked": {
       "at": [
        "response_format"
       ],
       "is": "b64_json",
       "models": [
        "gpt-image",
        "chatgpt-image"
       ]
      }
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
    "usage": []
   },
   "told": [
    {
     "at": [
      "created"
     ],
     "in": "submit",
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
   ]
  ],
  "code": [
   [
    "error",
    "code"
   ]
  ],
  "parameter": [
   "error",
   "param"
  ],
  "proofs": [
   {
    "from": 400,
    "to": 499,
    "proves": "unknown-model",
    "codes": [
     "model_not_found"
    ]
   },
   {
    "from": 404,
    "to": 404,
    "proves": "unknown-model",
    "codes": [
     "DeploymentNotFound"
    ]
   },
   {
    "from": 503,
    "to": 503,
    "proves": "unknown-model",
    "codes": [
     "model_not_found"
    ]
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
   "/models"
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
  "told": [
   {
    "at": [
     "object"
    ],
    "value": "list"
   },
   {
    "at": [
     "data",
     "-",
     "object"
    ],
    "value": "model"
   }
  ],
  "except": []
 },
 "rateLimits": {
  "headers": {
   "limit": "x-ratelimit-limit-requests",
   "remaining": "x-ratelimit-remaining-requests",
   "reset": "x-ratelimit-reset-requests",
   "resetAs": "duration"
  }
 }
}
