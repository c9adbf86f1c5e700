import { positive, searchParams } from '../../lib/search-params.ts'

/** Test e-mails: the chosen template; addresses are never in an address of the portal. */
export const mailingSearch = searchParams({ plantilla: positive })
