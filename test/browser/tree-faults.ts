import type { Page } from 'playwright-core'

interface AxNode {
  nodeId: string
  ignored: boolean
  role?: { value: string }
  name?: { value: string }
  description?: { value: string }
  properties?: { name: string; value: { value: unknown } }[]
  childIds?: string[]
}

/** What a screen reader meets, in its order, each with the names of what it is in. */
interface Met {
  role: string
  name: string
  description: string
  level: number | undefined
  isFocusable: boolean
  within: string[]
}

/** The tree of roles and names of a page, in the order of the page. */
const treeOf = async (page: Page): Promise<Met[]> => {
  const session = await page.context().newCDPSession(page)
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as unknown as { nodes: AxNode[] }
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const met: Met[] = []
  const walk = (node: AxNode, within: string[]): void => {
    const property = (name: string): unknown => node.properties?.find((one) => one.name === name)?.value.value
    const [role = '', name = ''] = [node.role?.value, node.name?.value]
    if (!node.ignored)
      met.push({
        role,
        name,
        description: node.description?.value ?? '',
        level: property('level') as number | undefined,
        isFocusable: property('focusable') === true,
        within,
      })
    const inside = !node.ignored && name !== '' && containers.has(role) ? [...within, `${role} ${name}`] : within
    for (const id of node.childIds ?? []) {
      const child = byId.get(id)
      if (child !== undefined) walk(child, inside)
    }
  }
  if (nodes[0] !== undefined) walk(nodes[0], [])
  return met
}

const landmarks = new Set(['banner', 'navigation', 'main', 'complementary', 'contentinfo', 'region', 'form', 'search'])
const containers = new Set([
  ...landmarks,
  'group',
  'radiogroup',
  'table',
  'row',
  'figure',
  'dialog',
  'listitem',
  'DateTime',
])
const acting = new Set([
  'button',
  'textbox',
  'combobox',
  'checkbox',
  'radio',
  'spinbutton',
  'slider',
  'searchbox',
  'switch',
])

const twice = (keys: readonly string[]): string[] => [
  ...new Set(keys.filter((key, index) => keys.indexOf(key) < index)),
]

/** What would leave a reader who hears the page without an orientation: names, headings, landmarks, and controls that sound alike. */
export const treeFaults = async (page: Page): Promise<string[]> => {
  const met = await treeOf(page)
  const headings = met.filter(
    ({ role, within }) => role === 'heading' && !within.some((one) => one.startsWith('navigation')),
  )
  const marks = met.filter(({ role }) => landmarks.has(role))
  return [
    ...met
      .filter(
        ({ isFocusable, name, role }) =>
          isFocusable && name === '' && !['RootWebArea', 'main', 'status'].includes(role),
      )
      .map(({ role, within }) => `a ${role} without a name in ${within.join(' > ')}`),
    ...met
      .filter(({ role, name }) => (role === 'table' || role === 'image') && name === '')
      .map(({ role, within }) => `a ${role} without a name in ${within.join(' > ')}`),
    ...headings
      .filter(({ level = 0 }, index) => level > (headings[index - 1]?.level ?? 0) + 1)
      .map(({ name }) => `the heading “${name}” skips a level`),
    ...(headings.filter(({ level }) => level === 1).length === 1 ? [] : ['not one heading of level 1']),
    ...['main', 'banner']
      .filter((role) => marks.filter((mark) => mark.role === role).length !== 1)
      .map((role) => `not one ${role}`),
    ...twice(marks.map(({ role, name }) => `${role} “${name}”`)).map((mark) => `two landmarks are ${mark}`),
    ...twice(
      met
        .filter(({ role }) => acting.has(role))
        .map(({ role, name, description, within }) => `${role} “${name}” ${description} in ${within.join(' > ')}`),
    ).map((control) => `two are ${control}`),
  ]
}
