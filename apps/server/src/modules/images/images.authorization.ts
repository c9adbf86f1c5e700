import { imageEndpoints } from '@mi-portal/contract/images'
import { defineCases, ofPatient, open } from '../../../test/authorization/cases.ts'
import { noKey } from '../../../test/authorization/sent.ts'

const noImage = { ...noKey.params, study: '1.2', series: '1.2', instance: '1.2' }

export const imagesCases = defineCases('images', imageEndpoints, {
  // The actors have exams of the laboratory only, which have no images. `images.test.ts` tests imaging exams.
  list: ofPatient({ sent: ({ id, exam }) => ({ params: { patientId: id, attention_id: exam } }), ok: 404 }),
  frame: open({ params: { ...noImage, frame: 1 }, ok: 404 }),
  original: open({ params: noImage, ok: 404 }),
  prepareDownload: open({ ...noKey, body: { study: '1.2', format: 'dicom' as const }, ok: 404 }),
  download: open({ ...noKey, ok: 404 }),
  sharedList: open({ body: noKey.params, ok: 404 }),
  sharedFrame: open({ params: { ...noImage, frame: 1 }, ok: 404 }),
})
