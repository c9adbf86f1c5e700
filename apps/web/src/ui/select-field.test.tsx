import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { SelectField } from './select-field.tsx'

function Regions({ onChoose }: { onChoose?: (value: string) => void }) {
  const [value, setValue] = useState('')
  return (
    <SelectField
      label="Región"
      options={[
        { id: 13, name: 'Metropolitana' },
        { id: 5, name: 'Valparaíso' },
      ]}
      value={value}
      onChange={(chosen) => {
        setValue(chosen)
        onChoose?.(chosen)
      }}
    />
  )
}

test('a list is searched by typing, and the field shows the chosen name on as many lines as it needs', async () => {
  const user = userEvent.setup()
  const { container } = render(<Regions />)
  const wrappedName = () => container.querySelector('[data-text]')?.getAttribute('data-text')
  const field = screen.getByRole('combobox', { name: 'Región' })
  // A list this short needs no keyboard on a phone.
  expect(field).toHaveAttribute('inputmode', 'none')
  await user.click(field)
  expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual([
    'Metropolitana',
    'Valparaíso',
  ])
  await user.type(field, 'valpa')
  await user.click(await screen.findByRole('option', { name: 'Valparaíso' }))
  expect(field).toHaveValue('Valparaíso')
  expect(wrappedName()).toBe('Valparaíso')
  await user.click(field)
  expect(wrappedName()).toBeUndefined()
})

test('Enter in an empty field whose list has just opened chooses nothing', async () => {
  const user = userEvent.setup()
  render(<Regions />)
  await user.tab()
  const field = screen.getByRole('combobox', { name: 'Región' })
  expect(field).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(field).toHaveValue('')
})

test.each([
  ['at once', null],
  ['after the list has found its option', 0],
])('Enter that follows the letters %s chooses the option exactly once', async (_when, delay) => {
  const user = userEvent.setup({ delay })
  const onChoose = vi.fn()
  render(<Regions onChoose={onChoose} />)
  await user.keyboard('{Tab}valpa')
  await user.keyboard('{Enter}')
  expect(onChoose.mock.calls).toEqual([['5']])
  expect(screen.queryByRole('option')).not.toBeInTheDocument()
})

test.each([
  ['isComposing', { isComposing: true }],
  ['key code 229', { keyCode: 229 }],
])('Enter that confirms composed characters, marked by %s, chooses nothing', async (_mark, composing) => {
  const user = userEvent.setup()
  const onChoose = vi.fn()
  render(<Regions onChoose={onChoose} />)
  await user.keyboard('{Tab}valpa')
  const field = screen.getByRole('combobox', { name: 'Región' })
  const enter = { key: 'Enter', code: 'Enter' }
  fireEvent.keyDown(field, { ...enter, ...composing })
  expect(onChoose).not.toHaveBeenCalled()
  fireEvent.keyDown(field, enter)
  expect(onChoose).toHaveBeenCalledOnce()
})
