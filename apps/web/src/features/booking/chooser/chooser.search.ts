import { positive, searchParams, text } from '../../../lib/search-params.ts'

/** Booking chooser: the booking group whose site is asked for, and the group member whom the booking is for. */
export const chooserSearch = searchParams({ vista: text, patient_id: positive })
