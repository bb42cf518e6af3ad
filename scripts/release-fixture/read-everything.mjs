/** Addresses whose answer is about the process or another site, or never ends. */
const notRead =
  /\/(events|oidc|drives|authorize|cloud-files|invitations\/\{token\})(\/|$)|\/auth\/(methods|session)$/;

/** Queries of endpoints that need some, or show more with them. */
const queries = {
  '/search': ['?q=north'],
  '/tables/{name}/range': ['?range=A1:C3'],
  '/tables/{name}/rows': ['', '?as_of=1', '?limit=2'],
  '/sources/{source_name}/preview': ['?range=A1:F8'],
  '/versions/{label}/diff': ['?to=current'],
  '/export': ['?format=csv&tables=sales'],
};

/**
 * Every GET of a release, for everything that its lists show. What stands in the place of a parameter is found in the
 * list that the path has before it.
 */
export async function readEverything(client, tokens) {
  const answers = [];
  for (const [as, token] of Object.entries(tokens)) {
    const ids = await knownIds(client, token);
    for (const [path, methods] of Object.entries(client.paths)) {
      // Artifacts are another name for tables.
      if (!('get' in methods) || notRead.test(path) || path.includes('/artifacts')) continue;
      const [, own = ['']] = Object.entries(queries).find(([end]) => path.endsWith(end)) ?? [];
      for (const filled of expand(path, ids))
        for (const query of own) {
          const address = filled + query;
          answers.push({ as, path: address, ...shown(await client.send('GET', address, { token })) });
        }
    }
  }
  return answers;
}

/** Of a problem its kind, since texts may be said better; of what is not text that it is there. */
function shown({ status, type, body }) {
  if (type === 'application/problem+json') return { status, type, body: { type: body.type } };
  return { status, type, body: /json$|^text\/(csv|plain|html)/.test(type) ? body : null };
}

const MAX_OF_A_KIND = 12;

/** By the part of a path before a parameter, the values that fit there; below a workbook by its id. */
async function knownIds(client, token) {
  const list = async (path, name, field) => {
    const { status, body } = await client.send('GET', path, { token });
    return status === 200 ? body[name].slice(0, MAX_OF_A_KIND).map((item) => String(item[field])) : [];
  };
  const workbooks = await list('/api/v1/me/workbooks?limit=100', 'workbooks', 'id');
  const within = {};
  for (const id of workbooks) {
    const at = `/api/v1/workbooks/${id}`;
    const ops = await client.send('GET', `${at}/ops?limit=200`, { token });
    within[id] = {
      tables: await list(`${at}/tables`, 'artifacts', 'name'),
      sources: await list(`${at}/sources`, 'sources', 'id'),
      transforms: await list(`${at}/transforms`, 'transforms', 'name'),
      'file-links': await list(`${at}/file-links`, 'file_links', 'id'),
      sheets: await list(`${at}/sheets`, 'sheets', 'name'),
      charts: await list(`${at}/charts`, 'charts', 'name'),
      versions: await list(`${at}/versions`, 'versions', 'label'),
      snapshots: await list(`${at}/snapshots`, 'snapshots', 'id'),
      rows: ['1', '2'],
      ops: (ops.body.ops ?? []).map((op) => String(op.op_id)),
    };
  }
  return {
    within,
    workbooks,
    jobs: await list('/api/v1/jobs', 'jobs', 'id'),
    webhooks: await list('/api/v1/me/webhooks', 'webhooks', 'id'),
    workspaces: await list('/api/control/workspaces', 'workspaces', 'id'),
    results: client.resultIds ?? [],
    uploads: client.uploadIds ?? [],
  };
}

/** The paths that a template stands for; none where a parameter has no known value. */
function expand(template, ids) {
  let paths = [{ path: '', here: ids }];
  let last = '';
  for (const part of template.split('/').slice(1)) {
    const values = (here) =>
      !part.startsWith('{')
        ? [part]
        : last === 'versions' && template.includes('file-links')
          ? ['1', '2']
          : (here[last] ?? []);
    paths = paths.flatMap(({ path, here }) =>
      values(here).map((value) => ({
        path: `${path}/${encodeURIComponent(value)}`,
        here: last === 'workbooks' && part.startsWith('{') ? { ...ids, ...ids.within[value] } : here,
      })),
    );
    if (!part.startsWith('{')) last = part;
  }
  return paths.map(({ path }) => path);
}
