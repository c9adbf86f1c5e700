/** Finds the confidentiality group of a laboratory test by the lists of the demonstration clinic. */
import { demonstrationPart } from '../../seed/demonstration-package.ts'
import { reservedGroups } from '../../src/modules/clinic/laboratory/reserved-tests.service.ts'

export const getReservedGroup = reservedGroups({
  reservedTests: demonstrationPart('reservedTests'),
  laboratoryAnalytes: demonstrationPart('laboratoryAnalytes'),
})
