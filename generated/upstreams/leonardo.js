// Made by the generator from spec/. Do not edit.
export const mapping = {
 "protocol": "leonardo",
 "title": "Leonardo.Ai",
 "baseUrl": "https://cloud.leonardo.ai/api/rest/v1",
 "authentication": {
  "in": "header",
  "name": "Authorization",
  "prefix": "Bearer "
 },
 "deadlineSeconds": 86400,
 "pollSeconds": 5,
 "operations": {
  "video": {
   "submit": {
    "method": "POST",
    "path": [
     "/generations-text-to-video"
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
       "RESOLUTION_480"
      ],
      [
       "480P",
       "RESOLUTION_480"
      ],
      [
       "720p",
       "RESOLUTION_720"
      ],
      [
       "720P",
       "RESOLUTION_720"
      ],
      [
       "1080p",
       "RESOLUTION_1080"
      ],
      [
       "1080P",
       "RESOLUTION_1080"
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
    }
   ],
   "drops": [],
   "needs": {
    "duration": "without one it makes 8 s"
   },
   "lacks": {
    "watermark": "it has no parameter for a watermark",
    "aspect_ratio": "it takes a width and a height in pixels",
    "generate_audio": "it has no parameter for sound",
    "first_image": "it takes only images that were uploaded to it",
    "last_image": "it takes only images that were uploaded to it",
    "reference_images": "it takes only images that were uploaded to it",
    "reference_videos": "it takes no videos",
    "reference_audios": "it takes no sounds",
    "tools": "it has no tool configuration"
   },
   "id": [
    "motionVideoGenerationJob",
    "generationId"
   ],
   "query": {
    "method": "GET",
    "path": [
     "/generations/",
     {
      "variable": "id"
     }
    ]
   },
   "answer": {
    "status": {
     "at": [
      "generations_by_pk",
      "status"
     ],
     "states": {
      "PENDING": "processing",
      "COMPLETE": "completed",
      "FAILED": "failed"
     },
     "cases": []
    },
    "results": [
     {
      "kind": "url",
      "at": [
       "generations_by_pk",
       "generated_images",
       "-",
       "motionMP4URL"
      ],
      "list": false
     }
    ],
    "message": [],
    "code": [],
    "usage": [],
    "id": [
     "generations_by_pk",
     "id"
    ]
   },
   "told": [
    {
     "at": [
      "generations_by_pk",
      "presetStyle"
     ],
     "in": "query",
     "from": {
      "kind": "constant",
      "value": null
     }
    }
   ]
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
   "/me"
  ],
  "accepted": [
   200
  ]
 }
}
