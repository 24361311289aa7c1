// Made by the generator from spec/. Do not edit.
export const mapping = {
 "protocol": "runway",
 "title": "Runway",
 "baseUrl": "https://api.dev.runwayml.com",
 "authentication": {
  "in": "header",
  "name": "Authorization",
  "prefix": "Bearer "
 },
 "headers": {
  "X-Runway-Version": "2024-11-06"
 },
 "deadlineSeconds": 86400,
 "pollSeconds": 5,
 "operations": {
  "video": {
   "submit": {
    "method": "POST",
    "path": [
     "/v1/text_to_video"
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
      "/v1/image_to_video"
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
      "promptText"
     ],
     "from": {
      "kind": "parameter",
      "name": "prompt"
     },
     "when": []
    },
    {
     "to": [
      "promptImage",
      "-"
     ],
     "from": {
      "kind": "each",
      "name": "first_image"
     },
     "when": [],
     "template": {
      "value": {
       "uri": "{value}",
       "position": "first"
      },
      "holes": [
       {
        "at": [
         "uri"
        ],
        "whole": true,
        "prefix": "",
        "suffix": ""
       }
      ]
     },
     "maximumItems": 1,
     "forms": [
      "url",
      "data"
     ]
    },
    {
     "to": [
      "promptImage",
      "-"
     ],
     "from": {
      "kind": "each",
      "name": "last_image"
     },
     "when": [],
     "template": {
      "value": {
       "uri": "{value}",
       "position": "last"
      },
      "holes": [
       {
        "at": [
         "uri"
        ],
        "whole": true,
        "prefix": "",
        "suffix": ""
       }
      ]
     },
     "maximumItems": 1,
     "forms": [
      "url",
      "data"
     ]
    },
    {
     "to": [
      "ratio"
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
       "1280:720"
      ],
      [
       "720p 9:16",
       "720:1280"
      ],
      [
       "720p 1:1",
       "960:960"
      ],
      [
       "720p 4:3",
       "1104:832"
      ],
      [
       "720p 3:4",
       "832:1104"
      ],
      [
       "720p 21:9",
       "1584:672"
      ],
      [
       "1080p 16:9",
       "1920:1080"
      ],
      [
       "1080p 9:16",
       "1080:1920"
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
       "kind": "given",
       "parameters": [
        "first_image",
        "last_image"
       ]
      }
     ],
     "reason": "the position of each image says so",
     "values": [
      "frame"
     ]
    }
   ],
   "needs": {
    "resolution": "its ratio is one of pixels",
    "aspect_ratio": "its ratio is one of pixels"
   },
   "lacks": {
    "watermark": "it has no parameter for a watermark",
    "tools": "it has no tool configuration"
   },
   "id": [
    "id"
   ],
   "query": {
    "method": "GET",
    "path": [
     "/v1/tasks/",
     {
      "variable": "id"
     }
    ]
   },
   "cancel": {
    "method": "DELETE",
    "path": [
     "/v1/tasks/",
     {
      "variable": "id"
     }
    ],
    "from": [
     "PENDING",
     "THROTTLED",
     "RUNNING"
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
      "PENDING": "queued",
      "THROTTLED": "queued",
      "RUNNING": "processing",
      "SUCCEEDED": "completed",
      "FAILED": "failed",
      "CANCELLED": "cancelled"
     },
     "cases": []
    },
    "progress": {
     "at": [
      "progress"
     ],
     "of": 1
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
      "failure"
     ]
    ],
    "code": [
     [
      "failureCode"
     ]
    ],
    "usage": [
     {
      "at": [
       "cost",
       "credits"
      ],
      "unit": "credits"
     }
    ]
   },
   "told": []
  }
 },
 "errors": {
  "message": [
   [
    "error"
   ]
  ],
  "code": [
   [
    "code"
   ]
  ],
  "proofs": [
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
   "/v1/organization"
  ],
  "accepted": [
   200
  ]
 },
 "cancelRules": {
  "queued": {
   "status": 204,
   "then": "cancelled",
   "body": {}
  },
  "processing": {
   "status": 204,
   "then": "cancelled",
   "body": {}
  },
  "ended": {
   "status": 204,
   "then": "removed",
   "body": {}
  },
  "cancelled": {
   "status": 204,
   "then": "removed",
   "body": {}
  }
 }
}
