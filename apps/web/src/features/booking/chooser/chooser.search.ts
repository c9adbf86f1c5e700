import { searchParams, text } from '../../../lib/search-params.ts'

/** Booking chooser: the booking group whose site is asked for. */
export const chooserSearch = searchParams({ vista: text })
