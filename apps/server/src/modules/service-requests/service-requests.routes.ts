import { contactEndpoints } from '@mi-portal/contract/service-requests/contact'
import { dataRightEndpoints } from '@mi-portal/contract/service-requests/data-rights'
import { documentEndpoints } from '@mi-portal/contract/service-requests/documents'
import { inboxEndpoints } from '@mi-portal/contract/service-requests/inbox'
import { quoteEndpoints } from '@mi-portal/contract/service-requests/quotes'
import { serviceRequestEndpoints } from '@mi-portal/contract/service-requests/service-requests'
import { requestThreadEndpoints } from '@mi-portal/contract/service-requests/threads'
import { type Routes, routes } from '../../platform/context/operation.ts'
import { listContacts, listReasons } from './contact/list-contacts.ts'
import { sendContact } from './contact/send-contact.ts'
import { claimAccess } from './data-rights/claim-access.ts'
import { extendDeadline } from './data-rights/extend-deadline.ts'
import { listDataRequests } from './data-rights/list-data-requests.ts'
import { requestRight } from './data-rights/request-right.ts'
import { listDocuments, listKinds } from './documents/list-documents.ts'
import { requestDocument } from './documents/request-document.ts'
import { answerRequest } from './inbox/answer-request.ts'
import { addRequestNote, assignRequest, listAssignees } from './inbox/assign-request.ts'
import { closeRequest, reopenRequest } from './inbox/close-request.ts'
import { exportInbox, findInboxRequests, listInbox } from './inbox/list-inbox.ts'
import { openRequest } from './inbox/open-request.ts'
import {
  listForecasts,
  listInterventions,
  listPatientQuotes,
  listPhysicians,
  listQuotes,
} from './quotes/list-quotes.ts'
import { requestQuote, requestQuoteFor } from './quotes/request-quote.ts'
import { downloadInboxFile, downloadRequestFile } from './request-files.ts'
import { openThread } from './threads/open-thread.ts'
import { writeMessage } from './threads/write-message.ts'

export const serviceRequestRoutes: readonly Routes[] = [
  routes(contactEndpoints, { reasons: listReasons, send: sendContact, pages: listContacts }),
  routes(documentEndpoints, { kinds: listKinds, request: requestDocument, list: listDocuments }),
  routes(quoteEndpoints, {
    interventions: listInterventions,
    forecasts: listForecasts,
    physicians: listPhysicians,
    request: requestQuote,
    requestFor: requestQuoteFor,
    list: listQuotes,
    listOf: listPatientQuotes,
  }),
  routes(dataRightEndpoints, { request: requestRight, claim: claimAccess, list: listDataRequests }),
  routes(serviceRequestEndpoints, { file: downloadRequestFile }),
  routes(requestThreadEndpoints, { open: openThread, write: writeMessage }),
  routes(inboxEndpoints, {
    tray: listInbox,
    find: findInboxRequests,
    export: exportInbox,
    file: downloadInboxFile,
    open: openRequest,
    answer: answerRequest,
    note: addRequestNote,
    assignees: listAssignees,
    assign: assignRequest,
    close: closeRequest,
    reopen: reopenRequest,
    extend: extendDeadline,
  }),
]
