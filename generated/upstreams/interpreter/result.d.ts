// Made by the generator from spec/. Do not edit.
import type { Json, Path } from './json.js';
import type { Request } from './request-line.js';
/** The media types of results. */
export type ResultType = 'video/mp4' | 'video/quicktime' | 'video/webm' | 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif' | 'audio/mpeg' | 'audio/wav' | 'model/gltf-binary';
/** The member of a submit by which clients of the vendor ask for a result in one place, or the model IDs, by what they begin with. */
export interface AskedResult {
    at: Path;
    is: Json;
    models: string[];
}
export type Result = 
/** The answer to the submit is the file, and no JSON. */
{
    kind: 'body';
}
/** `withKey`: a URL of the base URL's own host is asked with the key. */
 | {
    kind: 'url';
    at: Path;
    list: boolean;
    withKey?: true;
    asked?: AskedResult;
} | {
    kind: 'base64';
    at: Path;
    contentType: ResultType;
    asked?: AskedResult;
}
/** A folder in S3 stands there, as `s3://bucket/key`, with the file below it, or the file itself, as `gs://bucket/key`; `file` is empty then. */
 | {
    kind: 'object';
    at: Path;
    file: string;
} | {
    kind: 'content';
    request: Request;
} | {
    kind: 'query';
    request: Request;
    results: Result[];
    message: Path[];
    /** The header of its answer that says what the task used, and in which unit. */
    usage?: {
        header: string;
        unit: string;
    };
    pending?: {
        status: number;
        body: Json;
    };
};
