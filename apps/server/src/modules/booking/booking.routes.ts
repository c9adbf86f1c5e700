import { bookingEndpoints } from '@mi-portal/contract/booking/bookings'
import { callRequestEndpoints } from '@mi-portal/contract/booking/call-request'
import { examCatalogueEndpoints } from '@mi-portal/contract/booking/exam-catalogue'
import { preparationEndpoints } from '@mi-portal/contract/booking/preparation'
import { procedureEndpoints } from '@mi-portal/contract/booking/procedures'
import { questionnaireEndpoints } from '@mi-portal/contract/booking/questionnaires'
import { reminderEndpoints } from '@mi-portal/contract/booking/reminders'
import { schedulingTokenEndpoints } from '@mi-portal/contract/booking/scheduling-token'
import { serviceEndpoints } from '@mi-portal/contract/booking/services'
import { slotEndpoints } from '@mi-portal/contract/booking/slots'
import { waitingEndpoints } from '@mi-portal/contract/booking/waiting-list'
import { robotCheckEndpoints } from '@mi-portal/contract/robot-check'
import { routes } from '../../platform/context/operation.ts'
import {
  bookingOperations,
  catalogueOperations,
  procedureOperations,
  questionnaireOperations,
  serviceOperations,
  slotOperations,
  waitingOperations,
} from './call-scheduling.ts'
import { createChallenge, requestCall } from './exam-booking/request-call.ts'
import { readPreparation } from './preparation/read-preparation.ts'
import { cancelBooking, listBooked, listBusy, sendCalendarFile } from './read-booked.ts'
import { endReminders } from './reminders/end-reminders.ts'
import { createSchedulingToken, openVisit } from './visits/open-visits.ts'

export const bookingRoutes = [
  routes(schedulingTokenEndpoints, { token: createSchedulingToken, visit: openVisit }),
  routes(serviceEndpoints, serviceOperations),
  routes(slotEndpoints, slotOperations),
  routes(bookingEndpoints, {
    ...bookingOperations,
    booked: listBooked,
    busyTimes: listBusy,
    cancel: cancelBooking,
    calendarFile: sendCalendarFile,
  }),
  routes(preparationEndpoints, { bookedAppointment: readPreparation }),
  routes(waitingEndpoints, waitingOperations),
  routes(robotCheckEndpoints, { challenge: createChallenge }),
  routes(examCatalogueEndpoints, catalogueOperations),
  routes(callRequestEndpoints, { contact: requestCall }),
  routes(procedureEndpoints, procedureOperations),
  routes(questionnaireEndpoints, questionnaireOperations),
  routes(reminderEndpoints, { off: endReminders }),
]
