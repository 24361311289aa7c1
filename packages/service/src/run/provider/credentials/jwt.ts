/** The two parts of a JSON Web Token that are signed (RFC 7519), as they stand in front of the signature. */
export function signingInput(algorithm: 'HS256' | 'RS256', claims: object, keyId?: string): string {
  return [{ alg: algorithm, typ: 'JWT', ...(keyId === undefined ? {} : { kid: keyId }) }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
}

/** The time of a claim: seconds since 1970. */
export function secondsOf(milliseconds: number): number {
  return Math.floor(milliseconds / 1000)
}
