/** Short answers for staff: the acts of a day at the front desk, with the labels of the screens and the keys. */
import { foldText } from '@mi-portal/contract/fields/accents'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { nothingFound, QuestionList } from './question-list.tsx'
import { staffQuestions } from './staff-help.rules.ts'

export function StaffHelpPanel({ onClose }: { onClose(): void }) {
  const [text, setText] = useState('')
  const found = staffQuestions.filter(({ question, answer }) =>
    foldText(`${question} ${answer}`).includes(foldText(text)),
  )
  return (
    <Dialog opened size={680} title="Ayuda para el equipo" onClose={onClose}>
      <div className="grid gap-4">
        <SearchField label="Busca en la ayuda" maxLength={60} value={text} onSearch={setText} />
        {found.length === 0 ? (
          <p role="status">{nothingFound}</p>
        ) : (
          <QuestionList label="Preguntas del equipo" questions={found} />
        )}
      </div>
    </Dialog>
  )
}
