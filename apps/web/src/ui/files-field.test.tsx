import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FilesField } from './files-field.tsx'

const pdf = new File(['%PDF'], 'orden.pdf', { type: 'application/pdf' })
const program = new File(['MZ'], 'malo.exe', { type: 'application/x-msdownload' })

test('a rejected file shows its error on its own row, and other files show none', () => {
  render(<FilesField id="archivos" label="Archivos" files={[pdf, program]} onChange={() => undefined} />)
  const [good, bad] = screen.getAllByRole('listitem')
  if (!good || !bad) throw new Error('a file is missing from the list')
  expect(within(bad).getByRole('alert')).toHaveTextContent('Selecciona formato png, jpg o pdf')
  expect(bad).toHaveTextContent('malo.exe')
  expect(within(good).queryByRole('alert')).not.toBeInTheDocument()
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Agregar archivo' })).toHaveAccessibleDescription(
    /Selecciona formato png, jpg o pdf/,
  )
})
