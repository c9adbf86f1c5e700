/** Finds the confidentiality group of a laboratory test by the lists of the demonstration clinic. */
import { reservedGroups } from '../../src/modules/clinic/laboratory/reserved-tests.ts'
import { demonstration } from './packages.ts'

export const getReservedGroup = reservedGroups(demonstration)
