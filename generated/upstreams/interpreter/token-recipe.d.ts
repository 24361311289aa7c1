// Made by the generator from spec/. Do not edit.
/** How a token is made of the operator's key. */
export type TokenRecipe = {
    by: 'jwt-hs256';
    seconds: number;
    backdateSeconds?: number;
} | {
    by: 'google-service-account';
    scope: string;
}
/** `clientIn`: where the client says who it is; absent: the header. `clientHeader`: what has its ID beside the token; absent: nothing. */
 | {
    by: 'oauth-client';
    url: string;
    scope?: string;
    clientIn?: 'header' | 'body';
    clientHeader?: string;
} | SignatureRecipe;
/** How requests are signed: each has a token of its own. */
export type SignatureRecipe = 
/** The region is the operator's, or that of the host. */
{
    by: 'aws-sigv4';
    service: string;
}
/** `region`: where the operator sets no other. */
 | {
    by: 'tc3-hmac-sha256';
    service: string;
    region?: string;
} | {
    by: 'hmac-sha256-v4';
    service: string;
    region: string;
};
/** Whether a token is a signature over one request. */
export declare function signs(recipe: TokenRecipe | undefined): recipe is SignatureRecipe;
