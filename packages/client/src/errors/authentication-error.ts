import { ApiError } from './api-error.js'

/** 401, or 403 that names no reason: the service does not accept the key. */
export class AuthenticationError extends ApiError {
  override get name(): string {
    return 'AuthenticationError'
  }
}
