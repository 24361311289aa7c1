import { ApiError } from './api-error.js'

/** The service knows the model and does not run it for this account (interface, Authentication 3); `reason` is its code, such as `brand_model_missing`. */
export class ModelUnavailableError extends ApiError {
  get reason(): string {
    return (this.json as { reason: string }).reason
  }

  override get name(): string {
    return 'ModelUnavailableError'
  }
}
