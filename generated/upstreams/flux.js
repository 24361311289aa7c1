// Made by the generator from spec/. Do not edit.
export const mapping = {
 "protocol": "flux",
 "title": "FLUX",
 "baseUrl": "https://api.bfl.ai/v1",
 "authentication": {
  "in": "header",
  "name": "x-key",
  "prefix": ""
 },
 "deadlineSeconds": 86400,
 "pollSeconds": 1,
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
      "mode"
     ],
     "from": {
      "kind": "constant",
      "value": "t2v"
     },
     "when": [
      {
       "kind": "absent",
       "parameters": [
        "first_image",
        "reference_videos"
       ]
      }
     ]
    },
    {
     "to": [
      "mode"
     ],
     "from": {
      "kind": "constant",
      "value": "i2v"
     },
     "when": [
      {
       "kind": "given",
       "parameters": [
        "first_image"
       ]
      }
     ]
    },
    {
     "to": [
      "mode"
     ],
     "from": {
      "kind": "constant",
      "value": "v2v"
     },
     "when": [
      {
       "kind": "given",
       "parameters": [
        "reference_videos"
       ]
      },
      {
       "kind": "absent",
       "parameters": [
        "first_image"
       ]
      }
     ]
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
      "aspect_ratio"
     ],
     "from": {
      "kind": "parameter",
      "name": "aspect_ratio"
     },
     "when": [],
     "values": [
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
      "duration"
     ],
     "from": {
      "kind": "parameter",
      "name": "duration"
     },
     "when": [],
     "minimum": 5,
     "maximum": 20
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
       "hd"
      ],
      [
       "1080p",
       "fhd"
      ],
      [
       "720P",
       "hd"
      ],
      [
       "1080P",
       "fhd"
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
      "keyframes",
      "0"
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
      "keyframes",
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
      "url"
     ]
    },
    {
     "to": [
      "start_video"
     ],
     "from": {
      "kind": "each",
      "name": "reference_videos"
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
     "reason": "the mode says so",
     "values": [
      "frame"
     ]
    }
   ],
   "needs": {},
   "lacks": {
    "seed": "its video models take no seed",
    "watermark": "it has no parameter for a watermark",
    "last_image": "it takes a last frame only with a first one",
    "reference_images": "it takes images only as frames",
    "reference_videos": "it continues a video only where no frame is given",
    "reference_audios": "it takes no sounds",
    "tools": "it has no tool configuration"
   },
   "id": [
    "id"
   ],
   "query": {
    "method": "GET",
    "path": [
     "/get_result?id=",
     {
      "variable": "id"
     }
    ],
    "stated": {
     "at": [
      "polling_url"
     ],
     "hosts": [
      "bfl.ai",
      "*.bfl.ai"
     ]
    }
   },
   "answer": {
    "status": {
     "at": [
      "status"
     ],
     "states": {
      "Pending": "processing",
      "Ready": "completed",
      "Error": "failed",
      "Failed": "failed",
      "Request Moderated": "failed",
      "Content Moderated": "failed",
      "Task not found": "unknown"
     },
     "cases": []
    },
    "results": [
     {
      "kind": "url",
      "at": [
       "result",
       "sample"
      ],
      "list": false
     }
    ],
    "message": [
     [
      "details"
     ]
    ],
    "code": [],
    "usage": [
     {
      "at": [
       "cost"
      ],
      "unit": "cost"
     }
    ]
   },
   "told": [
    {
     "at": [
      "polling_url"
     ],
     "in": "submit",
     "from": {
      "kind": "link",
      "request": {
       "method": "GET",
       "path": [
        "/get_result?id=",
        {
         "variable": "id"
        }
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
      "input_image"
     ],
     "from": {
      "kind": "each",
      "name": "reference_images"
     },
     "when": [],
     "forms": [
      "url"
     ]
    }
   ],
   "drops": [],
   "needs": {},
   "lacks": {
    "resolution": "it takes a width and a height in pixels",
    "size": "it takes a width and a height in pixels",
    "watermark": "it has no parameter for a watermark"
   },
   "id": [
    "id"
   ],
   "query": {
    "method": "GET",
    "path": [
     "/get_result?id=",
     {
      "variable": "id"
     }
    ],
    "stated": {
     "at": [
      "polling_url"
     ],
     "hosts": [
      "bfl.ai",
      "*.bfl.ai"
     ]
    }
   },
   "answer": {
    "status": {
     "at": [
      "status"
     ],
     "states": {
      "Pending": "processing",
      "Ready": "completed",
      "Error": "failed",
      "Failed": "failed",
      "Request Moderated": "failed",
      "Content Moderated": "failed",
      "Task not found": "unknown"
     },
     "cases": []
    },
    "results": [
     {
      "kind": "url",
      "at": [
       "result",
       "sample"
      ],
      "list": false
     }
    ],
    "message": [
     [
      "details"
     ]
    ],
    "code": [],
    "usage": [
     {
      "at": [
       "cost"
      ],
      "unit": "cost"
     }
    ]
   },
   "told": [
    {
     "at": [
      "polling_url"
     ],
     "in": "submit",
     "from": {
      "kind": "link",
      "request": {
       "method": "GET",
       "path": [
        "/get_result?id=",
        {
         "variable": "id"
        }
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
    "message"
   ]
  ],
  "code": [],
  "proofs": [
   {
    "from": 402,
    "to": 402,
    "proves": "payment"
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
 }
}
