import { ApiError } from '@mi-portal/contract/calls/api-error'

export function imagesDown(cause: unknown, retryAfter?: number): ApiError {
  return new ApiError('imagesDown', { cause, ...(retryAfter === undefined ? {} : { retryAfter }) })
}
