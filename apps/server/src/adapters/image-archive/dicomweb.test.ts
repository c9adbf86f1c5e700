import { expect, onTestFinished, test } from 'vitest'
import { openDicomweb } from '../../../test/external/image-archive/dicomweb-server.ts'
import { testClock } from '../../../test/portal.ts'
import { createLogger } from '../../platform/logger.ts'
import { createDicomwebArchive } from './dicomweb.ts'

test.each([
  ['AB012345', 'AB012345', 1],
  [' ab012345 ', 'AB012345', 1],
  ['012345678', '012345678', 1],
  ['12345678', '012345678', 0],
  ['AB-012345', 'AB012345', 0],
])(
  'a study of the passport «%s» gives a patient with the passport %s %s studies',
  async (written, passport, count) => {
    const server = await openDicomweb([
      {
        uid: '1.2.3',
        accession: 'RX-1',
        patientId: written,
        series: [{ uid: '1.2.3.1', modality: 'DX', instances: [{ uid: '1.2.3.1.1' }] }],
      },
    ])
    onTestFinished(server.close)
    const archive = createDicomwebArchive({
      url: server.url,
      credentials: { kind: 'none' },
      clock: testClock(),
      logger: createLogger('silent'),
    })
    const sought = {
      patientId: 1,
      accessionNumber: 'RX-1',
      documentTypeId: 2,
      documentNumber: passport,
    } as const
    expect((await archive.studies(sought)).studies).toHaveLength(count)
  },
)
