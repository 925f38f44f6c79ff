//! The paths of the interface, and the document that describes them.
//!
//! A path is added once, with its handler. What it takes and what it gives stand in the types of the handler, and the document is made from these
//! types: it cannot say anything else than what the server does.

use std::sync::Arc;

use axum::Router;
use axum::extract::FromRequestParts;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use wire::Answer;

use crate::ask::Ask;
use crate::failure::Failure;
use crate::{Shared, State};

/// An answer, and how the document describes it.
pub(crate) trait Give: IntoResponse {
    /// The kinds of content it may have, each with its schema.
    fn content(schemas: &mut SchemaGenerator) -> Value;
}

/// One JSON value with the head of all answers.
pub(crate) struct Told<T>(pub(crate) T);

impl<T: Serialize> IntoResponse for Told<T> {
    fn into_response(self) -> Response {
        axum::Json(Answer::new(self.0)).into_response()
    }
}

impl<T: Serialize + JsonSchema> Give for Told<T> {
    fn content(schemas: &mut SchemaGenerator) -> Value {
        json!({"application/json": {"schema": schemas.subschema_for::<Answer<T>>()}})
    }
}

/// The same, as a text that is kept for whoever asks the same again.
pub(crate) struct Kept<T> {
    text: Arc<str>,
    of: std::marker::PhantomData<T>,
}

impl<T: Serialize> Kept<T> {
    pub(crate) fn text(answer: T) -> Result<Arc<str>, Failure> {
        serde_json::to_string(&Answer::new(answer)).map(Arc::from).map_err(|_| Failure::broken())
    }

    /// An answer that was made by [`Kept::text`].
    pub(crate) fn again(text: Arc<str>) -> Kept<T> {
        Kept { text, of: std::marker::PhantomData }
    }
}

impl<T> IntoResponse for Kept<T> {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, "application/json")], self.text.to_string()).into_response()
    }
}

impl<T: Serialize + JsonSchema> Give for Kept<T> {
    fn content(schemas: &mut SchemaGenerator) -> Value {
        Told::<T>::content(schemas)
    }
}

/// Server-sent events, each a JSON value.
pub(crate) struct Events<T> {
    response: Response,
    of: std::marker::PhantomData<T>,
}

impl<T> Events<T> {
    pub(crate) fn new(response: Response) -> Events<T> {
        Events { response, of: std::marker::PhantomData }
    }
}

impl<T> IntoResponse for Events<T> {
    fn into_response(self) -> Response {
        self.response
    }
}

impl<T: JsonSchema> Give for Events<T> {
    fn content(schemas: &mut SchemaGenerator) -> Value {
        json!({"text/event-stream": {"schema": schemas.subschema_for::<T>()}})
    }
}

/// A game as SGF.
pub(crate) struct Sgf(pub(crate) String);

impl IntoResponse for Sgf {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, "application/x-go-sgf; charset=utf-8")], self.0).into_response()
    }
}

impl Give for Sgf {
    fn content(_: &mut SchemaGenerator) -> Value {
        json!({"application/x-go-sgf": {"schema": {"type": "string"}}})
    }
}

/// A picture.
pub(crate) enum Picture {
    Svg(String),
    Png(Vec<u8>),
}

impl IntoResponse for Picture {
    fn into_response(self) -> Response {
        let (kind, bytes) = match self {
            Picture::Svg(text) => ("image/svg+xml", text.into_bytes()),
            Picture::Png(bytes) => ("image/png", bytes),
        };
        ([(header::CONTENT_TYPE, HeaderValue::from_static(kind))], bytes).into_response()
    }
}

impl Give for Picture {
    fn content(_: &mut SchemaGenerator) -> Value {
        json!({"image/svg+xml": {"schema": {"type": "string"}}, "image/png": {"schema": {"type": "string", "format": "binary"}}})
    }
}

/// A path while it is described.
pub(crate) struct About<'a> {
    pub(crate) path: &'a str,
    /// What it is for, in one line.
    pub(crate) summary: &'a str,
    /// What may stand in the address, as OpenAPI has it.
    pub(crate) parameters: Value,
}

impl<'a> From<(&'a str, &'a str)> for About<'a> {
    fn from((path, summary): (&'a str, &'a str)) -> About<'a> {
        About { path, summary, parameters: Value::Null }
    }
}

/// The paths so far.
pub(crate) struct Api {
    router: Router<Arc<Shared>>,
    paths: Map<String, Value>,
    answers: SchemaGenerator,
    asks: SchemaGenerator,
}

impl Api {
    pub(crate) fn new() -> Api {
        let settings = || {
            let mut settings = SchemaSettings::draft2020_12();
            settings.definitions_path = "/components/schemas".into();
            settings.meta_schema = None;
            settings.with_transform(RecursiveTransform(plain))
        };
        Api {
            router: Router::new(),
            paths: Map::new(),
            answers: settings().for_serialize().into_generator(),
            asks: settings().for_deserialize().into_generator(),
        }
    }

    fn add<G: Give>(
        mut self,
        method: &str,
        about: About<'_>,
        body: Option<Value>,
        handler: MethodRouter<Arc<Shared>>,
    ) -> Api {
        let mut operation = Map::new();
        operation.insert("summary".to_string(), json!(about.summary));
        if !about.parameters.is_null() {
            operation.insert("parameters".to_string(), about.parameters);
        }
        if let Some(content) = body {
            operation.insert("requestBody".to_string(), json!({"required": true, "content": content}));
        }
        let refused = self.answers.subschema_for::<wire::Failed>();
        let refused =
            json!({"description": "Why not, in one sentence", "content": {"application/json": {"schema": refused}}});
        let told = json!({"description": "The answer", "content": G::content(&mut self.answers)});
        operation.insert("responses".to_string(), json!({"200": told, "4XX": refused, "5XX": refused}));
        self.paths.insert(format!("/api{}", about.path), json!({method: operation}));
        self.router = self.router.route(about.path, handler);
        self
    }

    /// A path that is only looked at. `Q` is what may stand in its address.
    pub(crate) fn get<'a, Q, G, F, W>(self, about: impl Into<About<'a>>, handler: F) -> Api
    where
        Q: FromRequestParts<Arc<Shared>> + Send + 'static,
        G: Give,
        F: Fn(State, Q) -> W + Clone + Send + Sync + 'static,
        W: Future<Output = Result<G, Failure>> + Send,
    {
        self.add::<G>("get", about.into(), None, get(move |state: State, query: Q| handler(state, query)))
    }

    /// A path that takes a question as JSON.
    pub(crate) fn ask<'a, A, G, F, W>(mut self, about: impl Into<About<'a>>, handler: F) -> Api
    where
        A: DeserializeOwned + JsonSchema + Send + 'static,
        G: Give,
        F: Fn(State, Ask<A>) -> W + Clone + Send + Sync + 'static,
        W: Future<Output = Result<G, Failure>> + Send,
    {
        let body = json!({"application/json": {"schema": self.asks.subschema_for::<A>()}});
        self.add::<G>("post", about.into(), Some(body), post(move |state: State, ask: Ask<A>| handler(state, ask)))
    }

    /// A path that takes the bytes of a file.
    pub(crate) fn file<'a, Q, G, F, W>(self, about: impl Into<About<'a>>, handler: F) -> Api
    where
        Q: FromRequestParts<Arc<Shared>> + Send + 'static,
        G: Give,
        F: Fn(State, Q, axum::extract::Request) -> W + Clone + Send + Sync + 'static,
        W: Future<Output = Result<G, Failure>> + Send,
    {
        let body = json!({"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}});
        let handler = move |state: State, query: Q, request: axum::extract::Request| handler(state, query, request);
        self.add::<G>("post", about.into(), Some(body), post(handler))
    }

    /// All paths, that of the document among them, and the document.
    pub(crate) fn finish(mut self) -> (Router<Arc<Shared>>, Value) {
        let description = "The server holds no games: every question carries its line of play. Points are written as D4 (no I), colours as B and \
                           W, boards and maps as rows from the top. Servers that can be reached from other machines take the token they print, as \
                           Authorization: Bearer TOKEN.";
        let told = json!({"description": "OpenAPI", "content": {"application/json": {"schema": {"type": "object"}}}});
        let this = json!({"get": {"summary": "This document", "responses": {"200": told}}});
        self.paths.insert("/api/openapi.json".to_string(), this);
        // What goes both ways is described as the server writes it.
        let mut schemas = self.answers.take_definitions(true);
        for (name, schema) in self.asks.take_definitions(true) {
            schemas.entry(name).or_insert(schema);
        }
        schemas.sort_keys();
        let document = json!({
            "openapi": "3.1.0",
            "info": {"title": "aji, the workbench", "version": wire::SCHEMA.to_string(), "description": description},
            "paths": self.paths,
            "components": {"schemas": schemas, "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
        });
        let text: Arc<str> = document.to_string().into();
        let served = move || async move { ([(header::CONTENT_TYPE, "application/json")], text.to_string()) };
        (self.router.route("/openapi.json", get(served)), document)
    }
}

/// What JSON does not tell apart is not told: the width of a number in memory.
fn plain(schema: &mut Schema) {
    schema.remove("format");
}
