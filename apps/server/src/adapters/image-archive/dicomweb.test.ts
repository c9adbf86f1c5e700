import { expect, test } from 'vitest'
import { startDicomweb } from '../../../test/image-archive.ts'
import { testClock } from '../../../test/portal.ts'
import { createLogger } from '../../platform/logger.ts'
import { createDicomwebArchive } from './dicomweb.ts'

test.each([
  [2, 'AB012345', 'AB012345', 1],
  [2, ' ab012345 ', 'AB012345', 1],
  [2, '012345678', '012345678', 1],
  [2, '12345678', '012345678', 0],
  [2, 'AB-012345', 'AB012345', 0],
  [1, '12.345.678-K', '12345678K', 1],
  [1, '0012345678k', '12345678K', 1],
  [1, 'P12345678K', '12345678K', 0],
] as const)(
  'a patient with a document of type %i, which the archive writes «%s» and the portal «%s», has %s studies',
  async (documentTypeId, patientId, documentNumber, count) => {
    const series = [{ uid: '1.2.3.1', modality: 'DX', instances: [{ uid: '1.2.3.1.1' }] }]
    const server = await startDicomweb([{ uid: '1.2.3', accession: 'RX-1', patientId, series }])
    const archive = createDicomwebArchive({
      url: server.url,
      credentials: { kind: 'none' },
      clock: testClock(),
      logger: createLogger('silent'),
    })
    const sought = { patientId: 1, accessionNumber: 'RX-1', documentTypeId, documentNumber }
    expect((await archive.studies(sought)).studies).toHaveLength(count)
  },
)
