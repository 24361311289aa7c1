// Made by the generator from spec/. Do not edit.
export const mapping = {
 "protocol": "fal",
 "title": "fal",
 "baseUrl": "https://queue.fal.run",
 "authentication": {
  "in": "header",
  "name": "Authorization",
  "prefix": "Key "
 },
 "deadlineSeconds": 86400,
 "pollSeconds": 5,
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
     ]
    },
    {
     "to": [
      "end_image_url"
     ],
     "from": {
      "kind": "each",
      "name": "last_image"
     },
     "when": [],
     "forms": [
      "url",
      "data"
     ]
    },
    {
     "to": [
      "image_urls",
      "-"
     ],
     "from": {
      "kind": "each",
      "name": "reference_images"
     },
     "when": [],
     "forms": [
      "url",
      "data"
     ]
    },
    {
     "to": [
      "video_urls",
      "-"
     ],
     "from": {
      "kind": "each",
      "name": "reference_videos"
     },
     "when": [],
     "forms": [
      "url"
     ]
    },
    {
     "to": [
      "audio_urls",
      "-"
     ],
     "from": {
      "kind": "each",
      "name": "reference_audios"
     },
     "when": [],
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
        "fal-ai/kandinsky5",
        "fal-ai/luma-dream-machine/",
        "fal-ai/veo2",
        "fal-ai/veo3",
        "moonvalley/marey/"
       ]
      }
     ],
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
        "fal-ai/davinci-magihuman",
        "fal-ai/ltx-2.3/extend-video",
        "fal-ai/ltx-2.3/retake-video",
        "fal-ai/ltx-2/extend-video",
        "fal-ai/ltx-2/retake-video",
        "fal-ai/pika/v2.1/",
        "fal-ai/pika/v2/",
        "fal-ai/pixverse/v6/",
        "fal-ai/vidu/q2/reference-to-video/",
        "fal-ai/vidu/q3/",
        "fal-ai/workflow-utilities/",
        "mirelo-ai/sfx-v1",
        "xai/grok-imagine-video/"
       ]
      }
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
        "fal-ai/davinci-magihuman",
        "fal-ai/kandinsky5",
        "fal-ai/ltx-2.3/extend-video",
        "fal-ai/ltx-2.3/retake-video",
        "fal-ai/ltx-2/extend-video",
        "fal-ai/ltx-2/retake-video",
        "fal-ai/luma-dream-machine/",
        "fal-ai/pika/v2.1/",
        "fal-ai/pika/v2/",
        "fal-ai/pixverse/v6/",
        "fal-ai/veo2",
        "fal-ai/veo3",
        "fal-ai/vidu/q2/reference-to-video/",
        "fal-ai/vidu/q3/",
        "fal-ai/workflow-utilities/",
        "mirelo-ai/sfx-v1",
        "moonvalley/marey/",
        "xai/grok-imagine-video/"
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
     "reason": "image_urls says so",
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
     "reason": "image_url and end_image_url say so",
     "values": [
      "frame"
     ]
    }
   ],
   "needs": {},
   "lacks": {
    "watermark": "its models have no parameter for a watermark",
    "tools": "it has no tool configuration",
    "aspect_ratio": "size says the ratio; leave it out",
    "reference_mode": "the name of each image parameter says so; leave it out"
   },
   "id": [
    "request_id"
   ],
   "query": {
    "method": "GET",
    "path": [
     "/",
     {
      "variable": "app"
     },
     "/requests/",
     {
      "variable": "id"
     },
     "/status"
    ]
   },
   "cancel": {
    "method": "PUT",
    "path": [
     "/",
     {
      "variable": "app"
     },
     "/requests/",
     {
      "variable": "id"
     },
     "/cancel"
    ],
    "proves": {
     "answer": {
      "at": [
       "status"
      ],
      "words": [
       "OK"
      ]
     },
     "query": []
    }
   },
   "answer": {
    "status": {
     "at": [
      "status"
     ],
     "states": {
      "IN_QUEUE": "queued",
      "IN_PROGRESS": "processing",
      "COMPLETED": "completed"
     },
     "cases": [
      {
       "when": [
        {
         "at": [
          "status"
         ],
         "is": [
          "COMPLETED"
         ]
        },
        {
         "at": [
          "error"
         ],
         "present": true
        }
       ],
       "means": "failed"
      }
     ]
    },
    "results": [
     {
      "kind": "query",
      "request": {
       "method": "GET",
       "path": [
        "/",
        {
         "variable": "app"
        },
        "/requests/",
        {
         "variable": "id"
        }
       ]
      },
      "results": [
       {
        "kind": "url",
        "at": [
         "video",
         "url"
        ],
        "list": false
       },
       {
        "kind": "url",
        "at": [
         "videos",
         "-",
         "url"
        ],
        "list": false
       }
      ],
      "message": [
       [
        "detail"
       ],
       [
        "detail",
        "0",
        "msg"
       ],
       [
        "error",
        "message"
       ],
       [
        "error"
       ]
      ],
      "usage": {
       "header": "X-Fal-Billable-Units",
       "unit": "units"
      },
      "pending": {
       "status": 400,
       "body": {
        "detail": "Request is still in progress"
       }
      }
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
    "code": [
     [
      "error_type"
     ]
    ],
    "usage": []
   },
   "told": [
    {
     "at": [
      "response_url"
     ],
     "in": "both",
     "from": {
      "kind": "link",
      "request": {
       "method": "GET",
       "path": [
        "/",
        {
         "variable": "app"
        },
        "/requests/",
        {
         "variable": "id"
        }
       ]
      }
     }
    },
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
        "/",
        {
         "variable": "app"
        },
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
        "/",
        {
         "variable": "app"
        },
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
      "image_urls",
      "-"
     ],
     "from": {
      "kind": "each",
      "name": "reference_images"
     },
     "when": [],
     "forms": [
      "url",
      "data"
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
       "2K",
       "2K"
      ],
      [
       "4K",
       "4K"
      ]
     ]
    }
   ],
   "drops": [],
   "needs": {},
   "lacks": {
    "size": "its models take aspect_ratio and resolution",
    "watermark": "its models have no parameter for a watermark"
   },
   "id": [
    "request_id"
   ],
   "query": {
    "method": "GET",
    "path": [
     "/",
     {
      "variable": "app"
     },
     "/requests/",
     {
      "variable": "id"
     },
     "/status"
    ]
   },
   "cancel": {
    "method": "PUT",
    "path": [
     "/",
     {
      "variable": "app"
     },
     "/requests/",
     {
      "variable": "id"
     },
     "/cancel"
    ],
    "proves": {
     "answer": {
      "at": [
       "status"
      ],
      "words": [
       "OK"
      ]
     },
     "query": []
    }
   },
   "answer": {
    "status": {
     "at": [
      "status"
     ],
     "states": {
      "IN_QUEUE": "queued",
      "IN_PROGRESS": "processing",
      "COMPLETED": "completed"
     },
     "cases": [
      {
       "when": [
        {
         "at": [
          "status"
         ],
         "is": [
          "COMPLETED"
         ]
        },
        {
         "at": [
          "error"
         ],
         "present": true
        }
       ],
       "means": "failed"
      }
     ]
    },
    "results": [
     {
      "kind": "query",
      "request": {
       "method": "GET",
       "path": [
        "/",
        {
         "variable": "app"
        },
        "/requests/",
        {
         "variable": "id"
        }
       ]
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
       },
       {
        "kind": "url",
        "at": [
         "image",
         "url"
        ],
        "list": false
       }
      ],
      "message": [
       [
        "detail"
       ],
       [
        "detail",
        "0",
        "msg"
       ],
       [
        "error",
        "message"
       ],
       [
        "error"
       ]
      ],
      "usage": {
       "header": "X-Fal-Billable-Units",
       "unit": "units"
      },
      "pending": {
       "status": 400,
       "body": {
        "detail": "Request is still in progress"
       }
      }
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
    "code": [
     [
      "error_type"
     ]
    ],
    "usage": []
   },
   "told": [
    {
     "at": [
      "response_url"
     ],
     "in": "both",
     "from": {
      "kind": "link",
      "request": {
       "method": "GET",
       "path": [
        "/",
        {
         "variable": "app"
        },
        "/requests/",
        {
         "variable": "id"
        }
       ]
      }
     }
    },
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
        "/",
        {
         "variable": "app"
        },
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
        "/",
        {
         "variable": "app"
        },
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
    "detail"
   ],
   [
    "detail",
    "0",
    "msg"
   ],
   [
    "error",
    "message"
   ],
   [
    "error"
   ]
  ],
  "code": [
   [
    "error_type"
   ],
   [
    "error",
    "code"
   ]
  ],
  "proofs": [
   {
    "from": 404,
    "to": 404,
    "proves": "unknown-model"
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
 "modelProbe": {
  "origin": "https://api.fal.ai",
  "path": [
   "/v1/models?endpoint_id=",
   {
    "variable": "model"
   }
  ],
  "names": [
   "models",
   "-",
   "endpoint_id"
  ],
  "omits": "applications of an account",
  "told": [],
  "except": []
 },
 "webhooks": {
  "url": {
   "in": "query",
   "name": "fal_webhook"
  },
  "beside": [],
  "signature": {
   "algorithm": "ed25519",
   "in": {
    "header": "x-fal-webhook-signature",
    "prefix": ""
   },
   "encoding": "hex",
   "signed": [
    {
     "header": "x-fal-webhook-request-id"
    },
    "\n",
    {
     "header": "x-fal-webhook-user-id"
    },
    "\n",
    {
     "is": "timestamp"
    },
    "\n",
    {
     "is": "bodySha256"
    }
   ],
   "time": {
    "in": {
     "header": "x-fal-webhook-timestamp",
     "prefix": ""
    },
    "unit": "seconds",
    "toleranceSeconds": 300
   },
   "key": {
    "by": "key-set",
    "url": "https://rest.fal.ai/.well-known/jwks.json"
   }
  },
  "told": [
   {
    "at": [
     "request_id"
    ],
    "fact": "id"
   },
   {
    "at": [
     "gateway_request_id"
    ],
    "fact": "id"
   }
  ]
 },
 "cancelRules": {
  "queued": {
   "status": 200,
   "then": "cancelled",
   "body": {
    "status": "OK"
   }
  },
  "processing": {
   "status": 202,
   "then": "goes-on",
   "body": {
    "status": "CANCELLATION_REQUESTED"
   }
  },
  "ended": {
   "status": 400,
   "then": "refused",
   "body": {
    "status": "ALREADY_COMPLETED"
   }
  },
  "cancelled": {
   "status": 400,
   "then": "refused",
   "body": {
    "status": "ALREADY_COMPLETED"
   }
  }
 }
}
