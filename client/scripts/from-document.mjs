// Turns the OpenAPI document into the sources of the client; pure functions, so that they can be tested.

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];
const NOTICE = '// Generated from docs/openapi.json by scripts/generate.mjs; not to be edited.\n';

/**
 * Every endpoint once: those below `/artifacts` are the ones below `/tables` by another name. One that only redirects
 * is for a person in a browser.
 */
function endpointsOf(document) {
  return Object.entries(document.paths)
    .filter(([path]) => !/\/artifacts(\/|$)/.test(path))
    .flatMap(([path, item]) =>
      METHODS.filter((method) => item[method]).map((method) => ({ path, method, ...item[method] })),
    )
    .filter(({ responses }) => Object.keys(responses).some((status) => status < '300'));
}

/**
 * The document for the generator of types, without what it need not look at. All failures are thrown as one class, so
 * that their types would only multiply the output, and the time that it takes, by five.
 */
export function withoutFailures(document) {
  const paths = {};
  for (const { path, method, ...endpoint } of endpointsOf(document)) {
    const responses = Object.entries(endpoint.responses)
      .filter(([status]) => status < '400')
      .map(([status, { description, content }]) => [status, { description, content: leanContent(content) }]);
    const { requestBody } = endpoint;
    paths[path] ??= {};
    paths[path][method] = {
      ...endpoint,
      ...(requestBody && { requestBody: { ...requestBody, content: leanContent(requestBody.content) } }),
      responses: Object.fromEntries(responses),
    };
  }
  const { schemas, securitySchemes } = document.components;
  return { ...document, paths, components: { schemas, securitySchemes } };
}

/** Without the examples. */
function leanContent(content = {}) {
  return Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, { schema }]));
}

/** A function for each endpoint, under the name of its operation. */
export function operationsSource(document) {
  const endpoints = endpointsOf(document);
  const types = endpoints.flatMap(({ operationId }) => [dataType(operationId), responsesType(operationId)]);
  return [
    NOTICE,
    `import { operation } from '../operation.js';\n`,
    `import type {\n${types
      .sort()
      .map((name) => `  ${name},\n`)
      .join('')}} from './types.js';\n`,
    ...endpoints.map((endpoint) => functionSource(document, endpoint)),
  ].join('');
}

function functionSource(document, endpoint) {
  const { operationId, summary, description } = endpoint;
  const comment = [summary, description].filter(Boolean).join('\n\n').replaceAll('*/', '*\\/').split('\n');
  return [
    `\n/**\n${comment.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`,
    `export const ${operationId} = /* #__PURE__ */ operation<${dataType(operationId)}, ${responsesType(operationId)}>(`,
    `'${endpoint.method.toUpperCase()}', '${endpoint.path}'`,
    ...traitsOf(document, endpoint).map((trait, index) => `${index ? '' : ', '}${trait}`),
    ');\n',
  ].join('');
}

/** What the client must know of an endpoint to call it, besides its method and path. */
function traitsOf(document, { parameters = [], requestBody, responses, security }) {
  const traits = [];
  const body = bodyOf(document, requestBody);
  const answers = Object.entries(responses)
    .filter(([status]) => status < '300')
    .flatMap(([, { content = {} }]) => Object.entries(content));
  if (parameters.some(({ name }) => name === 'Idempotency-Key')) traits.push('isKeyed: true');
  if (security?.length === 0) traits.push('isOpen: true');
  if (requestBody?.content['multipart/form-data']) traits.push(`body: 'form'`);
  if (requestBody?.content['application/octet-stream']) traits.push(`body: 'bytes'`);
  if (body?.properties?.actor) traits.push('namesActor: true');
  if (answers.length > 0 && !answers.some(([type]) => type === 'application/json'))
    traits.push(
      `answer: '${answers.some(([, { schema }]) => schema?.format === 'binary') ? 'blob' : 'text'}'`,
    );
  return traits.length > 0 ? [`{ ${traits.join(', ')} }`] : [];
}

function bodyOf(document, requestBody) {
  const [content] = Object.values(requestBody?.content ?? {});
  const name = content?.schema.$ref?.split('/').at(-1);
  return name ? document.components.schemas[name] : content?.schema;
}

/** The kinds of problems that any endpoint answers, as a union of their slugs. */
export function problemsSource(document) {
  const slugs = new Set(
    Object.values(document.components.responses).flatMap(({ content }) =>
      (content['application/problem+json']?.schema.properties.type.enum ?? []).map((type) =>
        type.replace('/problems/', ''),
      ),
    ),
  );
  const members = [...slugs].sort().map((slug) => `\n  | '${slug}'`);
  return `${NOTICE}\n/** \`type\` of a problem without \`/problems/\`. */\nexport type ProblemSlug =${members.join('')};\n`;
}

/** The names that @hey-api/openapi-ts gives to the types of an operation. */
const dataType = (operationId) => `${capitalized(operationId)}Data`;
const responsesType = (operationId) => `${capitalized(operationId)}Responses`;
const capitalized = (name) => name[0].toUpperCase() + name.slice(1);
