import { complaintEndpoints } from '@mi-portal/contract/complaints'
import { routes } from '../../platform/context/operation.ts'
import { approveComplaintLetter, previewLetter } from './approve-letter.ts'
import { exportComplaints, listComplaintPages, openComplaint } from './read-complaints.ts'
import { addComplaintNote, returnComplaintLetter, saveComplaintLetter } from './write-letter.ts'

export const complaintRoutes = routes(complaintEndpoints, {
  pages: listComplaintPages,
  export: exportComplaints,
  open: openComplaint,
  note: addComplaintNote,
  save: saveComplaintLetter,
  preview: previewLetter,
  return: returnComplaintLetter,
  approve: approveComplaintLetter,
})
