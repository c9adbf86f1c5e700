/** Says from when on results are listed, by the days that the installation set. */
import { periodStart } from '@mi-portal/contract/clinic/results-from'
import { portal } from '../../lib/portal-config.ts'

/** Returns the sentences about the first results that are listed. */
export function describeAvailability() {
  const { laboratory, imaging } = portal.clinic.results_from
  return {
    laboratory: `Resultados de laboratorio desde ${periodStart(laboratory)}.`,
    imaging: `Imágenes y procedimientos desde ${periodStart(imaging)}.`,
  }
}
