/** Opens the files of exams in new tabs, and downloads those of a whole visit. */
import { CallError } from '@mi-portal/contract/calls/call-error'
import type { Exam, ExamType } from '@mi-portal/contract/exams/exams'
import { useState } from 'react'
import { downloadAddress, openEmptyTab } from '../../lib/browser/browser.ts'
import { findDocuments, findVisit, viewExam } from './exams.queries.ts'

/** What is loading or failed: the view of an exam, its PDF, or all documents of its visit. */
export interface FileAction {
  exam: Exam
  kind: 'view' | 'pdf' | 'visit'
}

interface FileFailure {
  action: FileAction
  error: Error
}

const noDocument = 'Este examen no tiene un documento que puedas abrir aquí. Pídelo en la clínica.'
const noVisitDocument = 'Los exámenes de esta atención no tienen documentos que puedas descargar aquí.'

/** Returns the error with the text for the user, or throws what is not an answer of the server. */
function explain(error: unknown, kind: FileAction['kind']): Error {
  if (!(error instanceof CallError)) throw error
  return kind === 'view' || error.status !== 404 ? error : new Error(noDocument)
}

/**
 * Opens files. If the browser blocks the tab, or if an exam needs the viewer, `onFrame` is called to show the exam in the
 * dialog instead.
 */
export function useExamFiles(type: ExamType, onFrame: (exam: Exam) => void) {
  const [loading, setLoading] = useState<FileAction | null>(null)
  const [failed, setFailed] = useState<FileFailure | null>(null)

  async function openInTab(action: FileAction, findAddress: () => Promise<string | null>) {
    const tab = openEmptyTab()
    if (!tab) return onFrame(action.exam)
    setFailed(null)
    setLoading(action)
    try {
      const address = await findAddress()
      if (address === null) {
        tab.close()
        onFrame(action.exam)
      } else tab.show(address)
    } catch (error) {
      tab.close()
      setFailed({ action, error: explain(error, action.kind) })
    }
    setLoading(null)
  }

  async function findPdf(exam: Exam) {
    const { documents } = await findDocuments(exam, type)
    if (documents[0] === undefined) throw new CallError({ status: 404, msg: noDocument })
    // Several documents are listed in the viewer.
    return documents.length > 1 ? null : documents[0].url
  }

  async function findView(exam: Exam) {
    const { url_file, viewer } = await viewExam(exam, type)
    return viewer === 'file' ? url_file : null
  }

  async function downloadVisit(exam: Exam) {
    const action: FileAction = { exam, kind: 'visit' }
    setFailed(null)
    setLoading(action)
    try {
      const { exams, url_file } = await findVisit(exam, type)
      if (exams.some(({ has_document }) => has_document)) downloadAddress(url_file)
      else setFailed({ action, error: new Error(noVisitDocument) })
    } catch (error) {
      setFailed({ action, error: explain(error, action.kind) })
    }
    setLoading(null)
  }

  function run({ exam, kind }: FileAction) {
    if (kind === 'visit') return downloadVisit(exam)
    return openInTab({ exam, kind }, () => (kind === 'pdf' ? findPdf(exam) : findView(exam)))
  }

  return {
    run,
    isLoading: (exam: Exam, kind: FileAction['kind']) =>
      loading?.kind === kind && loading.exam.attention_id === exam.attention_id,
    error: failed?.error ?? null,
    again: () => failed && run(failed.action),
    dismiss: () => setFailed(null),
  }
}

export type ExamFiles = ReturnType<typeof useExamFiles>
