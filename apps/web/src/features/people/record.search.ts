import { flag, positive, searchParams } from '../../lib/search-params.ts'

/** The patient whose record a list shows, whether the user came from their family group, and the page of the list. */
export const recordParams = { patient_id: positive, from_family_group: flag, page: positive }

/** A page that shows no record itself, but keeps the selected person for the links of the menu. */
export const personSearch = searchParams({ patient_id: positive })
