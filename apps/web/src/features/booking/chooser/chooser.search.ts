import { oneOf, searchParams } from '../../../lib/search-params.ts'
import type { ClinicView } from './clinic-dialog.tsx'

/** Booking chooser: the open question. */
export const chooserSearch = searchParams({ vista: oneOf<ClinicView>('consulta', 'lab') })
