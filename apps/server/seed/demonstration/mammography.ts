/** Adds the images of the demonstration clinic's mammography. */
import { toDay } from '@mi-portal/contract/values/dates'
import {
  getViewUids,
  type MammogramSubject,
  makeMammogram,
  mammogramSide,
  mammogramViews,
  seriesDescription,
  studyDescription,
} from './mammogram.ts'
import type { Patient, Stage } from './record.ts'

export function addMammography(
  { plan }: Pick<Stage, 'plan'>,
  patient: Patient,
  { accession_number, taken_at }: { readonly accession_number: string; readonly taken_at: Date },
): void {
  const of: MammogramSubject = {
    patientName: `${patient.last_name} ${patient.second_name}^${patient.first_name}`,
    patientId: patient.document_number,
    accessionNumber: accession_number,
    day: toDay(taken_at).replaceAll('-', ''),
  }
  let study_id: number | undefined
  for (const [index, view] of mammogramViews.entries()) {
    const { study, series, instance } = getViewUids(of, view)
    study_id ??= plan.imageStudies.add({
      study,
      patient_id: patient.id,
      accession_number,
      day: of.day,
      description: studyDescription,
      stored_at: taken_at,
    })
    const series_id = plan.imageSeries.add({
      study_id,
      series,
      number: index + 1,
      description: seriesDescription(view),
      modality: 'MG',
    })
    const file_id = plan.files.add({
      purpose: 'image',
      media_type: 'application/dicom',
      name: 'imagen.dcm',
      created_at: taken_at,
      make: () => Promise.resolve(makeMammogram(of, view)),
    })
    plan.imageInstances.push({ series_id, instance, number: 1, frames: 1, side: mammogramSide, file_id })
  }
}
