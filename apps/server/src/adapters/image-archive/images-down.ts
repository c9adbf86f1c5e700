import { ApiError } from '@mi-portal/contract/api-error'

/** Returns the error for readers while the image archive is not available. */
export function imagesDown(cause: unknown, retryAfter?: number): ApiError {
  return new ApiError('imagesDown', { cause, ...(retryAfter === undefined ? {} : { retryAfter }) })
}
