import type { Context } from '../../platform/context/context.ts'
import { bookHeldSlot, checkBooking } from './embedded/book-slot.ts'
import { holdSlot, releaseHold } from './embedded/hold-slots.ts'
import { listFreeSlots, listOffices, listProfessionals, listSpecialties } from './embedded/search-slots.ts'
import {
  listCategories,
  listExamSpecialties,
  listExams,
  listProcedures,
  listQuestionnaires,
  readIndications,
  readIndicationsFile,
  readProcedureIndications,
} from './exam-booking/list-exams.ts'
import { answerQuestionnaire, readQuestionnaire } from './questionnaires/answer-questionnaires.ts'
import { bookRemotely, checkRemoteBooking } from './remote/book-remotely.ts'
import { holdRemoteSlot, releaseRemoteHold } from './remote/hold-remotely.ts'
import {
  answerRemoteQuestionnaire,
  listRemoteCategories,
  listRemoteExamSpecialties,
  listRemoteExams,
  listRemoteProcedures,
  listRemoteQuestionnaires,
  readRemoteFile,
  readRemoteIndications,
  readRemoteProcedureIndications,
  readRemoteQuestionnaire,
} from './remote/list-remote-exams.ts'
import {
  listRemoteOffices,
  listRemoteProfessionals,
  listRemoteSlots,
  listRemoteSpecialties,
} from './remote/search-remotely.ts'
import {
  addRemoteWait,
  listRemoteOffers,
  listRemoteWaits,
  reportRemoteOffers,
  stopRemoteWait,
} from './remote/wait-remotely.ts'
import { addWait, listOffers, listWaits, offerFreedSlots, stopWait } from './waiting/wait-for-slots.ts'

const ownCalendars = {
  listOffices,
  listSpecialties,
  listProfessionals,
  listFreeSlots,
  holdSlot,
  releaseHold,
  checkBooking,
  book: bookHeldSlot,
  listExamSpecialties,
  listExams,
  listCategories,
  listProcedures,
  readIndications,
  readProcedureIndications,
  readIndicationsFile,
  listQuestionnaires,
  readQuestionnaire,
  answerQuestionnaire,
  addWait,
  listWaits,
  stopWait,
  listOffers,
  offerFreedSlots,
}

const externalService: typeof ownCalendars = {
  listOffices: listRemoteOffices,
  listSpecialties: listRemoteSpecialties,
  listProfessionals: listRemoteProfessionals,
  listFreeSlots: listRemoteSlots,
  holdSlot: holdRemoteSlot,
  releaseHold: releaseRemoteHold,
  checkBooking: checkRemoteBooking,
  book: bookRemotely,
  listExamSpecialties: listRemoteExamSpecialties,
  listExams: listRemoteExams,
  listCategories: listRemoteCategories,
  listProcedures: listRemoteProcedures,
  readIndications: readRemoteIndications,
  readProcedureIndications: readRemoteProcedureIndications,
  readIndicationsFile: readRemoteFile,
  listQuestionnaires: listRemoteQuestionnaires,
  readQuestionnaire: readRemoteQuestionnaire,
  answerQuestionnaire: answerRemoteQuestionnaire,
  addWait: addRemoteWait,
  listWaits: listRemoteWaits,
  stopWait: stopRemoteWait,
  listOffers: listRemoteOffers,
  offerFreedSlots: reportRemoteOffers,
}

export const getScheduling = ({ ports }: Context) =>
  ports.remoteScheduling === null ? ownCalendars : externalService
