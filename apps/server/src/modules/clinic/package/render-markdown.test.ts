import { expect, test } from 'vitest'
import { renderLegalText, renderPreparation } from './render-markdown.ts'

test('a preparation sheet is its title and its text, without spaces between the elements', () => {
  const body = 'Ven con tiempo.\n\n- Trae la **orden**.\n- Usa ropa *cómoda*.'
  expect(renderPreparation({ title: 'Rayos & más', body })).toBe(
    '<h3>Rayos &#38; más</h3><p>Ven con tiempo.</p><ul><li>Trae la <strong>orden</strong>.</li><li>Usa ropa <em>cómoda</em>.</li></ul>',
  )
})

test('a legal text has an empty line before each heading, and keeps its placeholders', () => {
  expect(renderLegalText({ body: '## 1. Quién\n\nEs **{brand}**.\n\n- Uno\n\n## 2. Qué\n\nTodo.' })).toBe(
    '\n<h2>1. Quién</h2>\n<p>Es <strong>{brand}</strong>.</p>\n<ul>\n<li>Uno</li>\n</ul>\n\n<h2>2. Qué</h2>\n<p>Todo.</p>\n',
  )
})

test('what a text must not have is removed from its HTML', () => {
  const body = 'Hola <script>alert(1)</script> [aquí](javascript:alert(1)) <img src="x" onerror="alert(1)">'
  expect(renderPreparation({ title: 'x', body })).toBe('<h3>x</h3><p>Hola  aquí </p>')
})
