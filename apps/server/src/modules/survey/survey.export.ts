import type { ExportPart } from '../../platform/context/export-part.ts'
import { listExportedSurveyAnswers } from './survey.sql.ts'

export const surveyExport: ExportPart = {
  key: 'survey',
  title: 'Encuestas',
  columns: ['Fecha', 'Respuesta', 'Comentario'],
  rows: listExportedSurveyAnswers,
}
