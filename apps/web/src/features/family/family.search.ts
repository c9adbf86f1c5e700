import { positive, searchParams, text } from '../../lib/search-params.ts'

/** Family group: the open tab, and the request of an e-mail's link. */
export const familySearch = searchParams({ tab: text, request_id: positive })

/** Signature of a landing page's address. */
export const landingSearch = searchParams({ s: text })
